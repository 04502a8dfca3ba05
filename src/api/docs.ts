/**
 * `/openapi.json` and `/docs`, the API reference. The page and its script are served locally; its content security policy
 * forbids loading anything from other hosts.
 */
import apiReference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import type { Operation } from '../platform/http/operation.ts';
import { openApiDocument } from './openapi.ts';

const policy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "frame-ancestors 'none'",
].join('; ');

export function docsRoutes(operations: readonly Operation[], brand: string): (app: FastifyInstance) => Promise<void> {
  const document = JSON.stringify(openApiDocument(operations, brand));
  return async (app) => {
    app.addHook('onSend', (_request, reply, _payload, done) => {
      reply.headers({
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      done();
    });
    app.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(document));
    await app.register(apiReference, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        pageTitle: `${brand} API reference`,
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
      },
    });
  };
}
