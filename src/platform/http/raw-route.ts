/**
 * A route that receives the bytes of a body, because the sender signs them (webhooks of carriers). Its errors have the
 * error body of all operations (decision 3).
 */
import type { FastifyInstance } from 'fastify';

interface RawRequest {
  /** The bytes as they were sent. */
  readonly body: Buffer;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

interface RawRoute {
  readonly path: string;
  /** Labels of the route in the access log and the metrics. */
  readonly routeLabels: { readonly environment: string; readonly operation: string };
  readonly maxBytes: number;
  /** Resolves for 200, or throws an `AppError`. */
  handle(request: RawRequest): Promise<void>;
}

/** Mounts the route: POST, any content type. */
export function createRawRoute({ path, routeLabels, maxBytes, handle }: RawRoute): (app: FastifyInstance) => void {
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
