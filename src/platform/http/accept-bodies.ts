/** Receives request bodies within the server's bounds, and parses those that are JSON. */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import { createRequestBodyReceiver } from './bodies-in-flight.ts';
import { paceBodiesAfterConnection } from './body-pace.ts';
import type { ClientIpReader } from './client-ip.ts';
import type { ParsedBody } from './mount.ts';
import { parseBody } from './parse-body.ts';
import { maxJsonValuesParsedAtOnce } from './scan-json.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Receives a request's body within its route's limit and the server's bounds. */
    receiveBody(request: FastifyRequest, done: (error: Error | null, bytes?: Buffer) => void): void;
  }
  interface FastifyContextConfig {
    /** Maximum number of JSON values in a body; default `maxJsonValuesParsedAtOnce`. */
    readonly maxValues?: number;
  }
}

/**
 * Registers the receiving of request bodies within the server's bounds (`receiveBody`), and the parsing of JSON bodies into a `ParsedBody`.
 * Other content types are rejected unless a route has a parser of its own.
 */
export function registerBodyParsing(
  app: FastifyInstance,
  bodiesInFlightBytes: number,
  metrics: Metrics,
  clientAddress: ClientIpReader,
): void {
  const bodies = createRequestBodyReceiver(bodiesInFlightBytes);
  metrics.gauge(
    'dray_http_bytes',
    'Bytes of request bodies that are being received or processed.',
    () => ({ bodies: bodies.bytes() }),
    'of',
  );
  app.server.on('connection', paceBodiesAfterConnection);
  app.decorate('receiveBody', (request, done) => {
    const address = clientAddress(request.raw.socket.remoteAddress, request.headers);
    bodies.receive(request.raw, request.routeOptions.bodyLimit, address, (error, body) => {
      if (body !== undefined) request.context.body = body;
      done(error, body?.bytes);
    });
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (request, _payload, done) => {
    const finish = (parsed: ParsedBody | AppError): void => {
      request.context.body?.free();
      if (parsed instanceof AppError) done(parsed);
      else done(null, parsed);
    };
    app.receiveBody(request, (error, bytes) => {
      if (bytes === undefined) {
        done(error);
        return;
      }
      const parsed = parseBody(bytes, request.routeOptions.config.maxValues ?? maxJsonValuesParsedAtOnce);
      if (parsed instanceof Promise) void parsed.then(finish);
      else finish(parsed);
    });
  });
}
