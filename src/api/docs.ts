/**
 * `/openapi.json`, `/asyncapi.json` (events) and `/docs/`, the API reference with the guide for integrators; `/` and `/docs`
 * lead there. `/operator/openapi.json` describes the operator interface. The page and its script are served locally; its
 * content security policy forbids loading anything from other hosts.
 */
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Operation } from '../platform/http/operation.ts';
import type { OperatorOperation } from '../platform/http/operator-operation.ts';
import { buildAsyncApiDocument } from './asyncapi.ts';
import { sampleServerUrl } from './guide.ts';
import { buildOpenApiDocument } from './openapi.ts';
import { buildOperatorOpenApiDocument, operatorOpenApiPath } from './operator-openapi.ts';

const policy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "frame-ancestors 'none'",
].join('; ');

/** Codes and headings of tables are not broken, however narrow the column; the cards beside the guide take only the width that they need. */
const style = `
.introduction-description :is(th, td code) { white-space: nowrap; word-break: keep-all; }
.section-container:has(> .introduction-section) { padding-inline: min(32px, 3.5%); }
.introduction-section .section-columns { column-gap: 32px; }
.introduction-section .section-column:first-child { flex-grow: 2; }
.introduction-section .section-column:last-child { min-width: min(400px, 100%); }
`;

/** The page opens at its introduction, which lists the chapters of the guide in the sidebar. Runs in the browser. */
const openIntroduction = (hash: string) => (hash === '' ? '#description/introduction' : null);

export function createDocsRoutes(
  operations: readonly Operation[],
  operatorOperations: readonly OperatorOperation[],
  brand: string,
): (app: FastifyInstance) => Promise<void> {
  const document = once(() => {
    const text = JSON.stringify(buildOpenApiDocument(operations, brand));
    return text.split(sampleServerUrl).map((part) => Buffer.from(part));
  });
  const eventDocument = writtenOnce(() => buildAsyncApiDocument(brand));
  const operatorDocument = writtenOnce(() => buildOperatorOpenApiDocument(operatorOperations, brand));
  return async (app) => {
    app.addHook('onSend', (_request, reply, _payload, done) => {
      reply.headers({
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      done();
    });
    app.get('/', (_request, reply) => reply.redirect('/docs/', 302));
    app.get('/openapi.json', (request, reply) => {
      const origin = Buffer.from(originOf(request));
      const chunks = document().flatMap((part, index) => (index === 0 ? [part] : [origin, part]));
      return reply
        .type('application/json; charset=utf-8')
        .header('vary', 'host, x-forwarded-proto')
        .header(
          'content-length',
          chunks.reduce((sum, { length }) => sum + length, 0),
        )
        .send(Readable.from(chunks));
    });
    app.get('/asyncapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(eventDocument()));
    app.get(operatorOpenApiPath, (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(operatorDocument()),
    );
    let rendered: Promise<ApiReference> | undefined;
    const reference = () => {
      rendered ??= renderApiReference(brand);
      return rendered;
    };
    app.get('/docs', (_request, reply) => reply.redirect('/docs/', 301));
    app.get('/docs/', async (_request, reply) => reply.type('text/html; charset=utf-8').send((await reference()).page));
    app.get(`/docs/${scriptPath}`, async (_request, reply) =>
      reply.type('application/javascript; charset=utf-8').send((await reference()).script),
    );
  };
}

/**
 * A document as JSON, generated at its first request and kept. Bytes, as all that is served here: each reply of a text has a copy of it
 * until its client has read it.
 */
const writtenOnce = (document: () => object): (() => Buffer) => once(() => Buffer.from(JSON.stringify(document())));

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

interface ApiReference {
  readonly page: Buffer;
  readonly script: Buffer;
}

/** Relative to the page, which names it. */
const scriptPath = 'js/scalar.js';

/** Loads the reference when it is first read: it has megabytes, and few servers are asked for it. */
async function renderApiReference(brand: string): Promise<ApiReference> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference');
  const app = Fastify();
  await app.register(apiReference, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      pageTitle: `${brand} API reference and guide`,
      customCss: style,
      redirect: openIntroduction,
      theme: 'default',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      orderSchemaPropertiesBy: 'preserve',
      orderRequiredPropertiesFirst: false,
      favicon: 'data:,',
      agent: { disabled: true },
      mcp: { disabled: true },
      documentDownloadType: 'json',
      authentication: {
        preferredSecurityScheme: 'Authentication',
        securitySchemes: { Authentication: { value: `${brand}Auth <ACCESS_TOKEN>` } },
      },
    },
  });
  const [page, script] = await Promise.all([app.inject('/docs/'), app.inject(`/docs/${scriptPath}`)]);
  await app.close();
  return { page: page.rawPayload, script: script.rawPayload };
}

/** The address by which the page was requested, for the samples on it. A Host header that is no host is ignored. */
function originOf({ headers }: FastifyRequest): string {
  const { host = '' } = headers;
  if (!/^[\w.-]{1,253}(:\d{1,5})?$|^\[[\da-fA-F:.]+\](:\d{1,5})?$/.test(host)) return sampleServerUrl;
  return `${headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'}://${host}`;
}
