/**
 * Broken variants of valid requests of every operation, wrong headers and broken HTTP: never a 500, always the standard
 * error body, no server internals, and the server keeps working.
 */
import type { CallerCredentials } from '../../test/support/client.ts';
import { errorBodyFault, leakIn } from '../error-body.ts';
import type { Random } from '../random.ts';
import type { Stage } from '../stage.ts';
import type { Kind } from './kind.ts';
import { mutatedBody } from './mutations.ts';
import { brokenRequests, exchange, firstAnswer } from './raw-http.ts';

const atOnce = 8;
const variantsEach = 8;
const answerWithinMs = 20_000;

interface Target {
  readonly path: string;
  readonly example: unknown;
}

/** Every operation, as the server itself documents it. */
async function readTargets(address: string): Promise<Target[]> {
  const response = await fetch(`${address}/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, unknown>> };
  return Object.entries(paths).flatMap(([path, item]) => {
    const post = item.post as { requestBody?: { content?: Record<string, { example?: unknown }> } } | undefined;
    const example = post?.requestBody?.content?.['application/json']?.example;
    return example === undefined ? [] : [{ path, example }];
  });
}

function withOwnCredentials(example: unknown, { userKey, password, customerNo }: CallerCredentials): unknown {
  const text = JSON.stringify(example, (key, value: unknown) => {
    if (key === 'UserKey') return userKey;
    if (key === 'Password') return password;
    return key === 'CustomerNo' && value === '<CUSTOMER_NO>' ? customerNo : value;
  });
  return JSON.parse(text);
}

function headersOf(credentials: CallerCredentials, random: Random): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    authorization: `ServiceAuth ${credentials.accessToken}`,
  };
  if (random.chance(0.3))
    headers['idempotency-key'] = random.pick([() => `key-${random.next()}`, () => 'key', () => 'x'.repeat(255)])();
  if (random.chance(0.12)) {
    const [name, value] = random.pick<readonly [string, string]>([
      ['content-type', 'text/plain'],
      ['content-type', 'application/json; charset=utf-16'],
      ['content-type', 'application/json;;;'],
      ['content-type', 'multipart/form-data'],
      ['authorization', 'ServiceAuth'],
      ['authorization', `Bearer ${credentials.accessToken}`],
      ['authorization', `ServiceAuth ${'x'.repeat(5_000)}`],
      ['idempotency-key', 'x'.repeat(256)],
      ['idempotency-key', ' '],
      ['prefer', 'code=503'],
      ['accept', 'text/html'],
      ['accept-encoding', '*;q=0'],
      ['x-forwarded-for', '::::'],
      ['forwarded', 'for=";'],
    ]);
    headers[name] = value;
  }
  return headers;
}

async function fuzz(stage: Stage, random: Random): Promise<void> {
  const credentials = await stage.scratchCustomer('FUZZ');
  const targets = await readTargets(stage.server.address);
  const requests = targets.flatMap(({ path, example }) =>
    Array.from({ length: variantsEach }, () => ({ path, body: withOwnCredentials(example, credentials) })),
  );
  stage.report.maximum('operations fuzzed', targets.length);
  const left = requests.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const { path, body } of left) await sendVariant(stage, random, credentials, path, body);
    }),
  );
  // At once: some connections stay open until the timeout.
  await Promise.all(brokenRequests.map(([what, bytes]) => sendBroken(stage, what, bytes)));
  if (!(await stage.server.ready(10_000)))
    stage.report.finding('fuzz', 'the server is not ready after fuzzing', stage.server.logFile);
}

async function sendVariant(
  stage: Stage,
  random: Random,
  credentials: CallerCredentials,
  path: string,
  body: unknown,
): Promise<void> {
  const { report, server } = stage;
  const text = mutatedBody(body, random);
  const base = random.pick(['/test/v3', '/test/v3', '/test/v3', '/test/v3', '/mock/v3', '/v3']);
  const query = random.chance(0.05) ? random.pick(['?IsCancelOnly=true', '?IsCancelOnly=perhaps', '?a=b', '?%00']) : '';
  const method = random.chance(0.02) ? random.pick(['PUT', 'DELETE', 'PATCH', 'OPTIONS']) : 'POST';
  const headers = headersOf(credentials, random);
  let status: number;
  let content: string;
  let type: string;
  try {
    const response = await fetch(server.address + base + path + query, {
      method,
      headers,
      body: text,
      signal: AbortSignal.timeout(answerWithinMs),
    });
    status = response.status;
    type = response.headers.get('content-type') ?? '';
    content = await response.text();
  } catch (error) {
    report.finding('fuzz', `${path} gave no answer: ${(error as Error).name}`, text.slice(0, 400));
    return;
  }
  report.count('fuzzed requests');
  report.count(`fuzzed requests answered ${status}`);
  const request = `${method} ${base}${path}${query} ${JSON.stringify({ ...headers, authorization: '…' })} ${text.slice(0, 1_500)}`;
  const redactedRequest = request.replaceAll(credentials.password, '…');
  if (status === 500) report.finding('fuzz', `${path} was answered with 500`, redactedRequest);
  if (status < 300) return;
  const fault = errorBodyFault(status, content);
  if (fault !== undefined) report.finding('fuzz', `${path}: ${fault}`, redactedRequest);
  if (!type.startsWith('application/json'))
    report.finding('fuzz', `${path}: the content type of ${status} is ${type}`, redactedRequest);
  const leak = leakIn(content, text);
  if (leak !== undefined)
    report.finding('fuzz', `${path}: an answer shows the inside of the server`, `${leak} ${redactedRequest}`);
}

async function sendBroken(stage: Stage, what: string, bytes: string | Buffer): Promise<void> {
  const { report, server } = stage;
  const text = await exchange(server.port, bytes, 3_000);
  report.count('broken HTTP requests');
  const result = firstAnswer(text);
  if (result === undefined) return;
  if (result.status === 500) report.finding('fuzz', `${what} was answered with 500`, text.slice(0, 400));
  const fault = result.status < 300 ? undefined : errorBodyFault(result.status, result.body);
  if (fault !== undefined) report.finding('fuzz', `${what}: ${fault}`, text.slice(0, 400));
}

export const fuzzKind: Kind = {
  name: 'fuzz',
  what: 'broken variants of the requests of every operation, wrong headers, broken HTTP',
  stages: ['embedded', 'external', 'two-servers', 'cluster'],
  inject: fuzz,
};
