import { once } from "node:events";
import { createServer, request, type Server } from "node:http";

/** A request of the token endpoint: when it came and how long it took, by which process, and with which status. */
export type Refresh = { port: number; at_ms: number; took_ms: number; status: number };

/** One origin in front of one or several processes, which take turns; notes what the token endpoint answered. */
export class Front {
  readonly #server: Server;
  #ports: readonly number[] = [];
  #turn = 0;
  readonly refreshes: Refresh[] = [];
  /** How often a call was told 401. */
  unauthorized = 0;

  constructor() {
    this.#server = createServer((asked, answer) => {
      const port = this.#ports[this.#turn++ % this.#ports.length] ?? 0;
      const at_ms = Math.round(performance.now());
      const { method, headers, url: path } = asked;
      // A connection each: one that is kept may be closed just when it is used again.
      const passed = request({ port, method, headers, path, agent: false }, (got) => {
        const status = got.statusCode ?? 0;
        if (path === "/api/mcp/oauth/token") {
          const took_ms = Math.round(performance.now()) - at_ms;
          this.refreshes.push({ port, at_ms, took_ms, status });
        }
        if (path === "/api/mcp" && status === 401) this.unauthorized++;
        answer.writeHead(status, got.headers);
        got.pipe(answer);
      });
      passed.on("error", (error) => {
        console.error(`${method} ${path}: ${error.message}`);
        answer.destroy();
      });
      asked.pipe(passed);
    });
    this.#server.keepAliveTimeout = 0;
  }

  async listen(port: number): Promise<void> {
    this.#server.listen(port, "localhost");
    await once(this.#server, "listening");
  }

  leadTo(ports: readonly number[]): void {
    this.#ports = ports;
  }

  forget(): void {
    this.refreshes.length = 0;
    this.unauthorized = 0;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
