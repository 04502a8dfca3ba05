/** One attempt to send a delivery. */
import type { Agent } from 'undici';
import { isSuccess, type SealedEndpoint, type WebhookAttempt } from './endpoint.ts';
import { type SecretSeal, signedHeaders } from './signature.ts';

const keptBytes = 1_024;
/** A receiver that replies with more loses its connection. */
const maxResponseBytes = 64 * 1_024;

/**
 * Sends a body and returns the attempt; never rejects. Within `timeoutMs` the receiver must have replied: what it sends after its
 * headers is only read as far as it comes meanwhile. Redirects are not followed.
 */
export async function send(
  agent: Agent,
  endpoint: SealedEndpoint,
  seal: SecretSeal,
  { eventId, body }: { readonly eventId: string; readonly body: string },
  timeoutMs: number,
): Promise<WebhookAttempt> {
  const now = new Date();
  const startedAt = performance.now();
  const attempt = (status: number, response: string): WebhookAttempt => ({
    at: now.toISOString(),
    ms: Math.round(performance.now() - startedAt),
    status,
    // PostgreSQL stores no zero character.
    response: response.replaceAll('\0', ' '),
  });
  try {
    const raw = Buffer.from(body);
    const url = new URL(endpoint.url);
    const signal = AbortSignal.timeout(timeoutMs);
    const request = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST' as const,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Dray-Webhooks/1',
        ...signedHeaders(eventId, raw, secretsOf(endpoint, seal, now), now),
      },
      body: raw,
      signal,
    };
    // A receiver may close a kept connection just when it is used: the delivery is sent over a new one.
    const response = await agent.request(request).catch((error: unknown) => {
      if ((error as { code?: string }).code !== 'UND_ERR_SOCKET') throw error;
      return agent.request(request);
    });
    const status = response.statusCode;
    const text = await readStart(response.body, isSuccess({ status }));
    return attempt(status, text);
  } catch (error) {
    return attempt(0, failureText(error));
  }
}

/** The secrets that are valid now, the newest first. */
function secretsOf(endpoint: SealedEndpoint, seal: SecretSeal, now: Date): string[] {
  const { endpointId, secret, previousSecret, previousSecretUntil: until } = endpoint;
  const isValid = previousSecret !== undefined && until !== undefined && until.epochMilliseconds > now.getTime();
  return [secret, ...(isValid ? [previousSecret] : [])].map((sealed) => seal.open(endpointId, sealed));
}

/** The first kilobyte of a response, read to its end so that its connection can be used again. */
async function readStart(body: AsyncIterable<Buffer> & { destroy(): unknown }, mayBeCut: boolean): Promise<string> {
  const kept: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of body) {
      if (read < keptBytes) kept.push(chunk.subarray(0, keptBytes - read));
      read += chunk.length;
      if (read > maxResponseBytes) break;
    }
  } catch (error) {
    // The status has arrived: a body that does not end makes no failure of a success.
    if (!mayBeCut && kept.length === 0) return failureText(error);
  }
  return Buffer.concat(kept).toString();
}

/** For the winery: nothing of the network of the operator. */
function failureText(error: unknown): string {
  const { code = '', name = '', message = '' } = (error ?? {}) as { code?: string; name?: string; message?: string };
  if (code === 'ADDRESS_REFUSED') return 'Refused: the address is not public.';
  if (name === 'TimeoutError' || /TIMEOUT/.test(code)) return 'No response in time.';
  if (code === 'ENOTFOUND' || code === 'ENODATA' || code.startsWith('EAI_'))
    return 'The name of the host is not known.';
  if (code === 'ECONNREFUSED') return 'The connection was refused.';
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)) return `The certificate is not valid: ${code}.`;
  return `The connection failed: ${code || message.slice(0, 200)}.`;
}
