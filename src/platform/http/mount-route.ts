/** Mounts operations as routes: their bodies, query parameters, deadlines, forms and deprecation headers. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ClientIpReader } from './client-ip.ts';
import type {
  IncomingRequest,
  IncomingRequestHandler,
  Mount,
  OperatorMount,
  ParsedBody,
  WineryMount,
} from './mount.ts';
import { isWrite, type Operation, operationName } from './operation.ts';
import type { OperatorOperation } from './operator-operation.ts';
import { compileQueryParametersReader, type QueryParametersReader } from './query-parameters.ts';
import type { Reply } from './reply.ts';

/** The parts of an operation of either interface that a route needs. */
interface Route {
  readonly path: string;
  readonly writes: boolean;
  readonly isBatch: boolean;
  readonly timeoutSeconds: number | undefined;
  readonly readQuery: QueryParametersReader;
  readonly form: ServedForm;
  /** Another form under the same path, used when this query parameter is `true`. */
  readonly alternative: (ServedForm & { readonly parameter: string }) | undefined;
}

interface ServedForm {
  readonly serve: IncomingRequestHandler;
  /** The headers of a deprecated operation or form, which name its successor. */
  readonly deprecation: Readonly<Record<string, string>> | undefined;
}

interface BodyLimits {
  readonly bodyBytes: number;
  readonly batchBodyBytes: number;
  readonly batchOrders: number;
}

/** An order with twenty lines has 200 values. */
const valuesPerBatchOrder = 500;

/** The publication date of the interface's description that introduced the replacement (RFC 9745 requires a date). */
const deprecatedSince = '@1735689600';

/** The route of an operation of the winery interface. */
export function createWineryRoute(mount: WineryMount, operation: Operation): Route {
  const { path, timeoutSeconds, form } = operation;
  return {
    path,
    writes: isWrite(operation),
    isBatch: operation.batch !== undefined,
    timeoutSeconds,
    readQuery: compileQueryParametersReader(operation),
    form: servedForm(mount, operation),
    alternative: form && { parameter: form.parameter, ...servedForm(mount, form.operation) },
  };
}

/** The route of an operation of the operator interface. */
export function createOperatorRoute(mount: OperatorMount, operation: OperatorOperation): Route {
  const { path, timeoutSeconds } = operation;
  return {
    path,
    writes: operation.kind === 'command',
    isBatch: false,
    timeoutSeconds,
    readQuery: compileQueryParametersReader({ path }),
    form: { serve: mount.handlerFor(operation), deprecation: undefined },
    alternative: undefined,
  };
}

function servedForm(mount: WineryMount, operation: Operation): ServedForm {
  const { deprecated } = operation;
  const deprecation = deprecated && {
    deprecation: deprecatedSince,
    link: `<${mount.prefix}${deprecated.replacedBy}>; rel="successor-version"`,
  };
  return { serve: mount.handlerFor(operation), deprecation };
}

/** Returns a function that registers a route with the server, under the prefix of a mount and with the limits of its bodies. */
export function createRouteMounter(
  app: FastifyInstance,
  limits: BodyLimits,
  clientAddress: ClientIpReader,
  sendReply: (reply: FastifyReply, content: Reply) => void,
): (mount: Pick<Mount, 'prefix' | 'environment'>, route: Route) => void {
  return (mount, route) => {
    const work = { writes: route.writes, timeoutSeconds: route.timeoutSeconds };
    const { form, alternative, readQuery } = route;
    app.route({
      method: 'POST',
      url: mount.prefix + route.path,
      bodyLimit: route.isBatch ? limits.batchBodyBytes : limits.bodyBytes,
      config: {
        routeLabels: { environment: mount.environment, operation: operationName(route) },
        ...(route.isBatch ? { maxValues: limits.batchOrders * valuesPerBatchOrder } : {}),
      },
      handler: async (request, reply) => {
        const query = readQuery(request.query as Record<string, unknown>, request.raw.url ?? '');
        const isAlternative = alternative !== undefined && query.values[alternative.parameter] === 'true';
        const { serve, deprecation } = isAlternative ? alternative : form;
        if (deprecation !== undefined) reply.headers(deprecation);
        const incoming: IncomingRequest = {
          body: (request.body as ParsedBody | undefined) ?? { value: undefined, text: '' },
          headers: request.headers,
          query,
          remoteAddress: clientAddress(request.raw.socket.remoteAddress, request.headers),
          reference: request.context.reference,
          access: request.context,
        };
        sendReply(reply, await app.runRequest(request, () => serve(incoming), work));
        return reply;
      },
    });
  };
}
