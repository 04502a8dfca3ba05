/**
 * A route whose body counts byte by byte, because it is signed: what others push to us. Its errors have the one error
 * body, as everywhere (decision 3).
 */
import type { FastifyInstance } from 'fastify';

export interface RawRequest {
  /** The bytes as they came. */
  readonly body: Buffer;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface RawRoute {
  readonly path: string;
  /** What the access log and the metrics call it. */
  readonly routeLabels: { readonly environment: string; readonly operation: string };
  readonly maxBytes: number;
  /** Answers 200, or throws an `AppError`. */
  handle(request: RawRequest): Promise<void>;
}

/** Mounts it: POST, any content type. */
export function rawRoute({ path, routeLabels, maxBytes, handle }: RawRoute): (app: FastifyInstance) => void {
  return (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (request, _payload, done) => app.receiveBody(request, done));
    app.route({
      method: 'POST',
      url: path,
      bodyLimit: maxBytes,
      config: { routeLabels },
      handler: async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await app.runRequest(request, () => handle({ body, headers: request.headers }), { writes: true });
        return reply.code(200).send({ Status: 'ok' });
      },
    });
  };
}
