# The service, for every role, run from its sources as `npm start` does. Its console's pages are built in one stage; it runs
# in another without development packages, as a user without rights.
#   docker build -t quarry .                       with every plugin of a vendor
#   docker build -t quarry-slim --target slim .    without those of Milvus, Weaviate, Chroma and officeparser

FROM node:26-bookworm-slim AS build
WORKDIR /quarry
COPY . .
# The npm package "node" is not needed where the image brings Node.
RUN npm ci && npm run console:build

# npm installs what the tests of a workspace need with it, and peers that types alone need, unless the manifests are without them.
FROM node:26-bookworm-slim AS manifests
WORKDIR /quarry
COPY . .
RUN npm pkg delete devDependencies && npm pkg delete devDependencies --workspaces

FROM manifests AS packages-slim
RUN npm ci --omit=dev --omit=peer --ignore-scripts --workspace apps/server --include-workspace-root=false

FROM manifests AS packages-full
RUN npm ci --omit=dev --omit=peer --ignore-scripts --workspace apps/full --include-workspace-root=false

FROM node:26-bookworm-slim AS service
# Two heaps of glibc for all threads: tools/with-node.mjs says why.
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    NODE_COMPILE_CACHE=/var/cache/quarry \
    SERVICE_HOST=0.0.0.0 \
    SERVICE_PORT=8080 \
    SERVICE_DATA_DIR=/var/lib/quarry
WORKDIR /quarry
RUN groupadd --system --gid 10001 quarry \
 && useradd --system --uid 10001 --gid quarry --home-dir /var/lib/quarry quarry \
 && mkdir -p /var/lib/quarry /var/cache/quarry /etc/quarry \
 && chown quarry:quarry /var/lib/quarry /var/cache/quarry
COPY --from=build /quarry/package.json ./
COPY --from=build /quarry/packages ./packages
COPY --from=build /quarry/plugins ./plugins
COPY --from=build /quarry/apps/server ./apps/server
COPY --from=build /quarry/apps/console/package.json ./apps/console/
COPY --from=build /quarry/apps/console/dist ./apps/console/dist
USER 10001:10001
VOLUME /var/lib/quarry
EXPOSE 8080
# Alive, not ready: a database that is away is no reason to kill the process.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.SERVICE_PORT + '/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--disable-warning=ExperimentalWarning", "apps/server/src/main.ts"]

FROM service AS slim
COPY --from=packages-slim /quarry/node_modules ./node_modules

# The last target is the one that is built when none is named.
FROM service AS full
COPY --from=packages-full /quarry/node_modules ./node_modules
