/**
 * Who is asked when packages arrive, beside the operator's table and the distances: a carrier account, where an environment
 * has one (compose). Owns nothing but which environment has which; holds no connection while it is asked.
 */
import { SourceError } from '../addresses/index.ts';
import { type QuotedTransit, serviceKey, type TransitRequest, type TransitSource } from '../carriers/index.ts';
import type { Environment } from '../platform/environment.ts';

const registered = new WeakMap<Environment, TransitSource>();

export function registerTransitSource(environment: Environment, source: TransitSource): void {
  registered.set(environment, source);
}

export interface CarrierTransit {
  /** Undefined where nobody was asked, or nobody answered. */
  readonly quoted: QuotedTransit | undefined;
  /** What the caller should know of it, in sentences. */
  readonly messages: readonly string[];
}

const noQuote: CarrierTransit = { quoted: undefined, messages: [] };

/** What the environment's source says, if it has one. A source that fails is told in the messages and fails nothing. */
export async function quoteTransit(
  environment: Environment,
  question: TransitRequest | undefined,
): Promise<CarrierTransit> {
  const source = registered.get(environment);
  if (source === undefined || question === undefined) return noQuote;
  try {
    const answers = await source.estimate(question);
    const quotedKeys = new Set(answers.map(serviceKey));
    const unquoted = question.ways.map(serviceKey).filter((way) => !quotedKeys.has(way));
    const messages =
      unquoted.length === 0
        ? []
        : [`Estimated by distance, since the carrier does not tell it: ${unquoted.join(', ')}.`];
    return { quoted: { shipDate: question.shipDate, estimates: answers }, messages };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    environment.logger.warn({ err: error.internal ?? error }, 'transit estimate of the carrier failed');
    return { ...noQuote, messages: [`The carrier could not be asked (${error.message}): estimated by distance.`] };
  }
}
