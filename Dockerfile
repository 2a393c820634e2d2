# Sayso in a container: runs as an unprivileged user on a read-only file system.
#   docker build -t sayso . && docker run --rm --read-only -p 127.0.0.1:3000:3000 --env-file .env sayso
# With Podman: podman build --format docker (its own format has no HEALTHCHECK).
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY packages packages
RUN npm ci --ignore-scripts
COPY . .
# The package contains all code that runs; only the decoders of pictures are outside. The base image has Node.
RUN npm pack && mkdir -p /sayso/node_modules && tar -xzf sayso-answers-*.tgz -C /sayso --strip-components=1 && \
  cp -r node_modules/@jsquash node_modules/wasm-feature-detect /sayso/node_modules/ && rm -r /sayso/dist/lib

FROM node:24.21.0-bookworm-slim
WORKDIR /sayso
COPY --from=build /sayso /sayso
# A volume mounted here for the first time takes over this owner, so `sayso index` can write to it.
RUN install -d -o 10001 -g 10001 /data /sayso/dist/cache
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
USER 10001:10001
# Fills the compile cache now, because the file system is read-only later; Node reads only what the same user has written.
RUN node bin/sayso.js --version
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=3s --start-period=5s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "bin/sayso.js", "serve"]
