import assert from "node:assert/strict";
import { test } from "node:test";
import { cursorLink, vsCodeInsidersLink, vsCodeLink } from "./install-links.ts";

const ADDRESSES = [
  "https://earshot.example.com/api/mcp",
  "http://localhost:8787/api/mcp",
  // Its Base64 has + and /, which mean something else in an address.
  "https://a.example/~~~???>>>/api/mcp",
];

test("Cursor's link decodes to the name of the server and its address", () => {
  for (const address of ADDRESSES) {
    const link = new URL(cursorLink(address));
    assert.equal(link.protocol, "cursor:");
    assert.equal(link.host + link.pathname, "anysphere.cursor-deeplink/mcp/install");
    assert.deepEqual([...link.searchParams.keys()], ["name", "config"]);
    assert.equal(link.searchParams.get("name"), "earshot");
    const config = Buffer.from(link.searchParams.get("config") ?? "", "base64").toString();
    assert.deepEqual(JSON.parse(config), { url: address });
  }
});

test("the links of VS Code and its preview decode to the entry of an MCP server over HTTP", () => {
  for (const address of ADDRESSES) {
    const links = {
      "vscode:": vsCodeLink(address),
      "vscode-insiders:": vsCodeInsidersLink(address),
    };
    for (const [protocol, text] of Object.entries(links)) {
      const link = new URL(text);
      assert.equal(link.protocol + link.pathname, `${protocol}mcp/install`);
      const config = JSON.parse(decodeURIComponent(link.search.slice(1)));
      assert.deepEqual(config, { name: "earshot", type: "http", url: address });
      assert.doesNotMatch(text, /[\s"<>{}]/);
    }
  }
});
