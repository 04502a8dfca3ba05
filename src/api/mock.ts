/**
 * The mock environment (decision 2): validates every request as production does and returns the operation's example with the
 * names and filters of the request. It accepts any credentials, but requires some, and stores nothing.
 *
 * `Prefer: code=404` makes a valid request return that error, if it is one of the operation (`errorDescriptionsOf`).
 */
import { validationRefusal } from '../platform/errors.ts';
import { batchSizeRefusal } from '../platform/http/batch-size.ts';
import { wineryInterfaceCodeLists } from '../platform/http/code-lists.ts';
import { missingCredentialsRefusal, readCredentials } from '../platform/http/credentials.ts';
import type { IncomingRequest, IncomingRequestHandler } from '../platform/http/mount.ts';
import type { Operation } from '../platform/http/operation.ts';
import { rateLimitHeaders } from '../platform/http/rate-limit-headers.ts';
import { compileRequestReader } from '../platform/http/read-request.ts';
import { type Reply, toRefusalReply } from '../platform/http/reply.ts';
import { buildErrorBodyExample, errorDescriptionsOf } from './declared-errors.ts';
import { buildExampleReply } from './mock-reply.ts';
import { applyBrandToExample } from './openapi-schema.ts';

interface MockSettings {
  readonly brand: string;
  readonly tokenPolicy: 'required' | 'optional';
  readonly limits: { readonly batchOrders: number };
}

export function createMockHandler(
  operation: Operation,
  { brand, tokenPolicy, limits }: MockSettings,
): IncomingRequestHandler {
  const reader = compileRequestReader(operation, brand);
  const errors = errorDescriptionsOf(operation);
  const example = applyBrandToExample(operation.reply.schema, operation.reply.example, brand);
  const { schema, exampleFor } = operation.reply;
  const defaultTop: unknown = operation.request.properties?.Top?.default;
  const exampleOf = async (request: Record<string, unknown>) =>
    exampleFor === undefined ? example : applyBrandToExample(schema, await exampleFor(request, { brand }), brand);
  const tokenForm = new RegExp(`^(Service|${brand})Auth +\\S+$`, 'i');

  return async (incoming) => {
    const { reference, headers } = incoming;
    const credentials = readCredentials(operation.credentials, incoming.body.value);
    if (credentials === undefined) return toRefusalReply(missingCredentialsRefusal(operation), reference);
    if (operation.token && tokenPolicy === 'required' && !tokenForm.test(headers.authorization ?? '')) {
      const reason = `This operation requires the header Authorization: ${brand}Auth <ACCESS_TOKEN>, in addition to the credentials.`;
      return toRefusalReply({ code: 'TokenRequired', reason }, reference);
    }
    const reading = reader.read(incoming.body.value as Record<string, unknown>, incoming.body.text, []);
    const faults = [
      ...incoming.query.faults,
      ...reader.validate(reading, wineryInterfaceCodeLists, credentials.customerNo),
    ];
    if (faults.length === 0) faults.push(...(operation.mockCheck?.(reading.request) ?? []));
    if (faults.length > 0) return toRefusalReply(validationRefusal(faults), reference);
    const writes = operation.batch?.countWrites(incoming.body.value) ?? 0;
    const tooMany = batchSizeRefusal(writes, limits.batchOrders);
    if (tooMany !== undefined) return toRefusalReply(tooMany, reference);
    const preferred = preferredStatus(headers.prefer);
    if (preferred !== undefined && errors.has(preferred)) return preferredReply(operation, preferred, incoming);
    return {
      status: operation.reply.status,
      body: buildExampleReply(await exampleOf(reading.request), reading.request, { reference, defaultTop }),
    };
  };
}

function preferredReply(operation: Operation, status: number, { reference }: IncomingRequest): Reply {
  return {
    status,
    body: buildErrorBodyExample(operation, status, reference),
    headers: { ...headersOf[status], 'preference-applied': `code=${status}` },
  };
}

/** An exhausted rate limit. */
const exhaustedLimit = {
  policy: 'requests',
  allowed: false,
  limit: 1000,
  windowSeconds: 10,
  remaining: 0,
  resetSeconds: 1,
} as const;

/** Headers of these errors (decision 3). */
const headersOf: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  405: { allow: 'POST' },
  429: rateLimitHeaders(exhaustedLimit),
  503: { 'retry-after': '1' },
};

/** `Prefer: respond-async, code=404` (RFC 7240): 404. */
function preferredStatus(header: string | string[] | undefined): number | undefined {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  const code = /(?:^|[,;])\s*(?:code|status)\s*=\s*"?(\d{3})"?\s*(?:[,;]|$)/i.exec(text)?.[1];
  return code === undefined ? undefined : Number(code);
}
