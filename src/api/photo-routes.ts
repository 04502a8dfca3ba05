/**
 * `/operator/v1/photos/{CustomerNo}/{Photo}`: POST stores the bytes of a photo, GET returns it as JPEG, also as `…/thumbnail`. Beside the operations, because
 * bytes are no JSON. Their errors have the error body of all operations.
 *
 * Who may call is decided before the body is read: session 401, foreign origin 403, CSRF token of an upload 403, role 403, a
 * shared station without a person 403. Then 413, of an upload 400 for `Warehouse`, 404 for a path that names no photo, and what
 * `storePhoto` or `readPhotoJpeg` refuses.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { warehouseCodePattern } from '../contract/fields.ts';
import { isUuid } from '../lib/uuid.ts';
import { operatorSessionFinder } from '../operators/index.ts';
import { maxPhotoBytes, type PhotoSize, readPhotoJpeg, storePhoto } from '../photos/index.ts';
import type { Environment } from '../platform/environment.ts';
import { AppError, notFoundError } from '../platform/errors.ts';
import type { ClientIpReader } from '../platform/http/client-ip.ts';
import { type OperatorSession, operatorRoles } from '../platform/http/operator-operation.ts';
import { type OperatorAccessRule, operatorAccessRefusal } from '../platform/http/serve-operator-operation.ts';
import { parseSessionCookie } from '../platform/http/session-cookie.ts';

interface PhotoRoutesOptions {
  /** `/operator/v1` */
  readonly basePath: string;
  /** The name in metrics and in the access log. */
  readonly label: string;
  readonly environment: Environment;
  readonly clientAddress: ClientIpReader;
}

const uploads: OperatorAccessRule = { kind: 'command', roles: ['floor', 'lead', 'admin'] };
const views: OperatorAccessRule = { kind: 'query', roles: operatorRoles };

/** A browser shows the bytes as a picture, or not at all. Photos never change. */
const photoHeaders = {
  'content-type': 'image/jpeg',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, max-age=31536000, immutable',
};

const warehouseCode = new RegExp(warehouseCodePattern);

const tooLarge = new AppError({
  code: 'PayloadTooLarge',
  reason: `The photo has more than ${maxPhotoBytes / 1024 ** 2} MiB. Take it in a smaller size.`,
});

type PhotoRequest = FastifyRequest<{
  Params: { customerNo: string; photo: string };
  Querystring: { Warehouse?: unknown };
}>;

const keyOf = ({ params }: PhotoRequest) => {
  const { customerNo, photo } = params;
  if (!isUuid(photo) || customerNo.length > 100 || customerNo.includes('\0'))
    throw notFoundError('There is no such photo.');
  return { customerNo, photoId: photo.toLowerCase() };
};

/** Admits requests of operators, and knows who they are. */
class OperatorAdmission {
  readonly #environment: Environment;
  readonly #clientAddress: ClientIpReader;
  readonly #sessions = new WeakMap<FastifyRequest, OperatorSession>();

  constructor({ environment, clientAddress }: Pick<PhotoRoutesOptions, 'environment' | 'clientAddress'>) {
    this.#environment = environment;
    this.#clientAddress = clientAddress;
  }

  /** Returns a hook that runs before the body is read, and throws the refusal of a request that is not admitted. */
  by(access: OperatorAccessRule): (request: FastifyRequest) => Promise<void> {
    const environment = this.#environment;
    const use = access.kind === 'command' ? 'person' : 'automatic';
    return async (request) => {
      const { headers, raw } = request;
      const secret = parseSessionCookie(headers.cookie);
      const caller = `operators at ${this.#clientAddress(raw.socket.remoteAddress, headers)}`;
      const session =
        secret && (await environment.readSlots.run(caller, () => operatorSessionFinder.find(environment, secret, use)));
      const refusal = operatorAccessRefusal(access, session || undefined, request);
      if (session) {
        request.context.operatorId = session.operator.operatorId;
        this.#sessions.set(request, session);
      }
      if (refusal !== undefined) throw new AppError(refusal);
    };
  }

  operatorOf(request: FastifyRequest): OperatorSession['operator'] {
    const session = this.#sessions.get(request);
    if (session === undefined) throw new Error('an admitted request has no session');
    return session.operator;
  }
}

export function createPhotoRoutes(options: PhotoRoutesOptions): (app: FastifyInstance) => void {
  const { basePath, label, environment } = options;
  const admission = new OperatorAdmission(options);
  const route = `${basePath}/photos/:customerNo/:photo`;
  return (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (request, _payload, done) =>
      app.receiveBody(request, (error, bytes) => {
        const isTooLarge = error instanceof AppError && error.refusal.code === 'PayloadTooLarge';
        done(isTooLarge ? tooLarge : error, bytes);
      }),
    );
    app.route<{ Params: PhotoRequest['params']; Querystring: PhotoRequest['query'] }>({
      method: 'POST',
      url: route,
      bodyLimit: maxPhotoBytes,
      config: { routeLabels: { environment: label, operation: 'Photos/Upload' } },
      onRequest: admission.by(uploads),
      handler: async (request, reply) => {
        const operator = admission.operatorOf(request);
        const { Warehouse: warehouse } = request.query;
        if (typeof warehouse !== 'string' || !warehouseCode.test(warehouse))
          throw new AppError({
            code: 'ValidationFailed',
            reason: 'Warehouse must be the code of a warehouse.',
            faults: [{ field: 'Warehouse', code: 'Format', message: 'must be the code of a warehouse' }],
          });
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const upload = { ...keyOf(request), warehouse, bytes, operator };
        const stored = await app.runRequest(request, () => storePhoto(environment, upload), { writes: true });
        const { photoId, width, height, sizeBytes } = stored;
        return reply
          .header('cache-control', 'no-store')
          .send({ Photo: photoId, Width: width, Height: height, Bytes: sizeBytes });
      },
    });
    for (const size of ['full', 'thumbnail'] as const satisfies PhotoSize[]) {
      app.route<{ Params: PhotoRequest['params'] }>({
        method: 'GET',
        url: size === 'full' ? route : `${route}/thumbnail`,
        exposeHeadRoute: false,
        config: { routeLabels: { environment: label, operation: 'Photos/Get' } },
        onRequest: admission.by(views),
        handler: async (request, reply) => {
          const key = keyOf(request as PhotoRequest);
          const operator = admission.operatorOf(request);
          const read = () => readPhotoJpeg(environment, operator, key, size);
          const bytes = await app.runRequest(request, read, { writes: false });
          return reply
            .headers({ ...photoHeaders, 'content-disposition': `inline; filename="${key.photoId}.jpg"` })
            .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
        },
      });
    }
  };
}
