// Starts the language server, `coset lsp`, and has a command that checks the model in a terminal.
"use strict";
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function settings() {
  return vscode.workspace.getConfiguration("coset");
}

function runCheck() {
  const editor = vscode.window.activeTextEditor;
  if (!editor) {
    return;
  }
  const task = new vscode.Task(
    { type: "process" },
    vscode.TaskScope.Workspace,
    "check",
    "coset",
    new vscode.ProcessExecution(settings().get("path"), ["check", "--color", "always", editor.document.fileName]),
    "$coset"
  );
  vscode.tasks.executeTask(task);
}

async function activate(context) {
  const server = { command: settings().get("path"), args: ["lsp"] };
  client = new LanguageClient("coset", "Coset", server, {
    documentSelector: [{ language: "smv" }, { language: "murphi" }],
    initializationOptions: { timeLimit: settings().get("timeLimit") },
  });
  context.subscriptions.push(vscode.commands.registerCommand("coset.run", runCheck));
  await client.start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
