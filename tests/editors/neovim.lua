-- Neovim without a window, with the set-up that docs/install.md shows: prints what the language server has answered. The
-- model is the file in MODEL, and the set-up that in SETUP.
if not vim.lsp.start then -- before 0.8
  vim.lsp.start = function(config) vim.lsp.buf_attach_client(0, vim.lsp.start_client(config)) end
end
dofile(os.getenv('SETUP'))
vim.cmd('filetype plugin on')
vim.cmd('edit ' .. os.getenv('MODEL'))

local function say(...) io.stdout:write(table.concat({...}, ' '), '\n') end
local function ask(method, parameters)
  local answers = vim.lsp.buf_request_sync(0, method, parameters, 120000)
  return (vim.inspect(answers):gsub('%s+', ' '))
end
local document = {textDocument = vim.lsp.util.make_text_document_params()}

local function clients() return vim.lsp.get_clients and vim.lsp.get_clients({bufnr = 0}) or vim.lsp.buf_get_clients(0) end

say('language', vim.bo.filetype)
vim.wait(120000, function() return next(clients()) ~= nil end)
vim.fn.search('place')
say('hover', ask('textDocument/hover', vim.lsp.util.make_position_params(0, 'utf-16')))
say('check', ask('workspace/executeCommand', {command = 'coset.check', arguments = {vim.uri_from_bufnr(0), 0}}))
say('lens', ask('textDocument/codeLens', document))
vim.api.nvim_buf_set_lines(0, -1, -1, false, {'invariant nothing;'})
vim.wait(120000, function() return #vim.diagnostic.get(0) > 0 end)
for _, diagnostic in ipairs(vim.diagnostic.get(0)) do say('error', diagnostic.message) end
say('clients', vim.tbl_count(clients()))
vim.cmd('qa!')
