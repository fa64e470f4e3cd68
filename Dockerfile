# One image for all four processes; the command selects the process (see docker-compose.yml).
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY clients/n8n/package.json clients/n8n/
COPY clients/typescript/package.json clients/typescript/
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY domain domain
COPY application application
COPY infrastructure infrastructure
COPY projections projections
COPY workers workers
COPY clients/typescript clients/typescript
COPY web web
COPY docs docs
COPY samples samples
RUN npm run build && npx vitepress build docs && npm prune --omit=dev

FROM node:22-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends \
    bubblewrap \
    espeak-ng \
    ffmpeg \
    fonts-liberation2 \
    fonts-noto-cjk \
    fonts-noto-color-emoji \
    fonts-noto-core \
    pocketsphinx \
    pocketsphinx-en-us \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/dist-web dist-web
COPY --from=build /app/dist-guide dist-guide
COPY --from=build /app/samples samples
RUN install -d -o node -g node /data
USER node
ENV NODE_ENV=production \
  DATA_DIR=/data \
  HOST=0.0.0.0 \
  PORT=8080 \
  METRICS_PORT=9464
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "const { PORT, METRICS_PORT } = process.env; Promise.any([PORT, METRICS_PORT].map((port) => fetch(`http://127.0.0.1:${port}/healthz`))).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/infrastructure/processes/api.js"]
