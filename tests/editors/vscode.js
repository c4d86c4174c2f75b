// The VS Code extension as VS Code would use it: its start and its run command with a stand-in for the editor, its problem
// matcher on real messages, and the server through the client library's own messages (vscode-languageserver-protocol).
// Usage: node tests/editors/vscode.js COSET EXTENSION, a folder in which `npm install` has been run.
"use strict";
const assert = require("assert");
const { spawn, spawnSync } = require("child_process");
const fs = require("fs");
const Module = require("module");
const os = require("os");
const path = require("path");

const [coset, folder] = process.argv.slice(2).map((name) => path.resolve(name));
const load = Module.createRequire(path.join(folder, "extension.js"));
const rpc = load("vscode-jsonrpc/node");
const protocol = load("vscode-languageserver-protocol/node");
const described = JSON.parse(fs.readFileSync(path.join(folder, "package.json")));
let count = 0;

function ok(what) {
  count++;
  console.log(`ok ${count} - ${what}`);
}

// What the extension asks of the editor is noted.
async function testExtension() {
  const noted = { commands: {}, tasks: [], clients: [] };
  const settings = { path: coset, timeLimit: 7 };
  const editor = {
    workspace: { getConfiguration: () => ({ get: (name) => settings[name] }) },
    window: { activeTextEditor: { document: { fileName: "/models/lock.m" } } },
    commands: { registerCommand: (name, action) => (noted.commands[name] = action) },
    tasks: { executeTask: (task) => noted.tasks.push(task) },
    TaskScope: { Workspace: 1 },
    Task: class { constructor(...given) { this.given = given; } },
    ProcessExecution: class { constructor(...given) { this.given = given; } },
  };
  class LanguageClient {
    constructor(...given) { this.given = given; noted.clients.push(this); }
    async start() { this.started = true; }
    async stop() { this.stopped = true; }
  }
  const usual = Module._load;
  Module._load = (name, ...more) =>
    name === "vscode" ? editor : name === "vscode-languageclient/node" ? { LanguageClient } : usual(name, ...more);
  const extension = load("./extension.js");
  Module._load = usual;
  await extension.activate({ subscriptions: [] });
  const [, , server, options] = noted.clients[0].given;
  assert.deepStrictEqual(server, { command: coset, args: ["lsp"] });
  assert.deepStrictEqual(options.documentSelector, [{ language: "smv" }, { language: "murphi" }]);
  assert.strictEqual(options.initializationOptions.timeLimit, 7);
  assert(noted.clients[0].started);
  ok("the extension starts the server");
  for (const command of described.contributes.commands) noted.commands[command.command]();
  const [, , , , run, matcher] = noted.tasks[0].given;
  assert.deepStrictEqual([run.given[0], run.given[1][0], run.given[1].at(-1)], [coset, "check", "/models/lock.m"]);
  assert.strictEqual(matcher, `$${described.contributes.problemMatchers[0].name}`);
  ok("its command runs the program, with its problem matcher");
  await extension.deactivate();
  assert(noted.clients[0].stopped);
  ok("it stops the server");
  const version = load("vscode-languageclient/package.json").version;
  assert.strictEqual(`^${version.split(".")[0]}`, described.dependencies["vscode-languageclient"].split(".")[0]);
  ok("the client library is of the version that is asked for");
}

function testMatcher(scratch) {
  const model = path.join(scratch, "wrong.smv");
  fs.writeFileSync(model, "MODULE main\nVAR x : boolean;\nASSIGN next(x) := y;\n");
  const pattern = described.contributes.problemMatchers[0].pattern;
  const said = spawnSync(coset, ["check", model], { encoding: "utf8" }).stderr.split("\n");
  const found = said.map((line) => line.match(new RegExp(pattern.regexp))).filter(Boolean);
  assert.strictEqual(found.length, 1);
  assert.deepStrictEqual([found[0][pattern.file], found[0][pattern.line], found[0][pattern.severity]], [model, "3", "error"]);
  ok("the problem matcher sees an error with its line");
}

async function testServer() {
  const server = spawn(coset, ["lsp"]);
  const connection = protocol.createProtocolConnection(
    new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin));
  const diagnostics = [];
  let arrived = () => {};
  connection.onNotification(protocol.PublishDiagnosticsNotification.type, (said) => { diagnostics.push(said); arrived(); });
  connection.onRequest("workspace/codeLens/refresh", () => null);
  connection.listen();
  const started = await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid, rootUri: null, initializationOptions: { timeLimit: 20 },
    capabilities: { workspace: { codeLens: { refreshSupport: true } } } });
  for (const what of ["definitionProvider", "hoverProvider", "documentSymbolProvider", "completionProvider", "renameProvider",
    "codeLensProvider"]) assert(started.capabilities[what], what);
  ok("the server says what it can do");
  await connection.sendNotification(protocol.InitializedNotification.type, {});
  const text = fs.readFileSync(path.join(__dirname, "../../examples/lock.m"), "utf8");
  const textDocument = { uri: "file:///lock.m" }, lines = text.split("\n");
  const line = lines.findIndex((one) => one.includes("place[p] = resting &"));
  const at = { textDocument, position: { line, character: lines[line].indexOf("place") } };
  const heard = new Promise((go) => (arrived = go));
  await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type,
    { textDocument: { uri: textDocument.uri, languageId: "murphi", version: 1, text } });
  await heard;
  assert.deepStrictEqual(diagnostics[0].diagnostics, []);
  ok("nothing is wrong with a good model");
  const definition = [].concat(await connection.sendRequest(protocol.DefinitionRequest.type, at));
  assert.strictEqual(definition[0].range.start.line, lines.findIndex((one) => one.includes("place: array")));
  ok("definition");
  assert(JSON.stringify(await connection.sendRequest(protocol.HoverRequest.type, at)).includes("array"));
  ok("hover");
  const outline = await connection.sendRequest(protocol.DocumentSymbolRequest.type, { textDocument });
  assert(outline.some((one) => one.name === "readers"));
  ok("outline");
  const completion = await connection.sendRequest(protocol.CompletionRequest.type, at);
  assert((completion.items || completion).some((one) => one.label === "writer"));
  ok("completion");
  const renamed = await connection.sendRequest(protocol.RenameRequest.type, { ...at, newName: "spot" });
  assert.strictEqual(renamed.changes[textDocument.uri].length, (text.replace(/--.*/g, "").match(/\bplace\b/g) || []).length);
  ok("rename");
  let lenses = await connection.sendRequest(protocol.CodeLensRequest.type, { textDocument });
  assert.strictEqual(lenses[0].command.title, "check this property");
  await connection.sendRequest(protocol.ExecuteCommandRequest.type,
    { command: lenses[0].command.command, arguments: lenses[0].command.arguments });
  lenses = await connection.sendRequest(protocol.CodeLensRequest.type, { textDocument });
  assert(/^(holds|fails)/.test(lenses[0].command.title), lenses[0].command.title);
  ok("a lens shows the verdict in its place");
  const warned = new Promise((go) => (arrived = go));
  await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type,
    { textDocument: { ...textDocument, version: 2 }, contentChanges: [{ text: text.replace("readers := 0", "readrs := 0") }] });
  await warned;
  assert(diagnostics.at(-1).diagnostics[0].message.includes("readrs"));
  ok("messages while typing");
  await connection.sendRequest(protocol.ShutdownRequest.type);
  const ended = new Promise((go) => server.on("exit", go));
  await connection.sendNotification(protocol.ExitNotification.type);
  assert.strictEqual(await ended, 0);
  ok("the server ends well");
  connection.dispose();
}

async function main() {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "coset-vscode-"));
  try {
    await testExtension();
    testMatcher(scratch);
    await testServer();
  } finally {
    fs.rmSync(scratch, { recursive: true });
  }
  console.log(`1..${count}`);
}

main().catch((error) => {
  console.log(`not ok ${count + 1} - ${error.stack}`);
  process.exit(1);
});
