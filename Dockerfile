# The server and its commands. The image runs without a write to its own files: mount /data, or set DATABASE_URL.
#   docker build -t dray .
#   docker run --rm --read-only --tmpfs /tmp --init -p 127.0.0.1:8080:8080 -v dray:/data dray

FROM node:26.10.0-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Not `npm ci`: it rejects a lock file without packages for other systems.
RUN npm install --no-save --omit=dev --no-audit --no-fund
COPY . .
# The portal and the cache of compiled modules are written now, because the files of a running container are read-only.
RUN node scripts/run.mjs portal build && node scripts/run.mjs --help

# The Node that the program runs with is among its packages.
FROM debian:trixie-slim
RUN useradd --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin dray \
  && install --directory --owner=dray --group=dray --mode=0700 /data
COPY --from=build /app /app
WORKDIR /app
ENV HOST=0.0.0.0 DATA_DIR=/data METRICS_PORT=9464
USER dray
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["/app/node_modules/node/bin/node", "-e", "fetch('http://127.0.0.1:9464/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/app/node_modules/node/bin/node", "/app/scripts/run.mjs"]
CMD ["serve"]
