/**
 * Who is asked when packages arrive, beside the operator's table and the distances: a carrier account, where an environment
 * has one (compose). Owns nothing but which environment has which; holds no connection while it is asked.
 */
import { SourceFailed } from '../addresses/index.ts';
import { type SaidTransit, type TransitQuestion, type TransitSource, wayKey } from '../carriers/index.ts';
import type { Environment } from '../platform/environment.ts';

const registered = new WeakMap<Environment, TransitSource>();

export function registerTransitSource(environment: Environment, source: TransitSource): void {
  registered.set(environment, source);
}

export interface AskedTransit {
  /** Undefined where nobody was asked, or nobody answered. */
  readonly said: SaidTransit | undefined;
  /** What the caller should know of it, in sentences. */
  readonly messages: readonly string[];
}

const nobodyAsked: AskedTransit = { said: undefined, messages: [] };

/** What the environment's source says, if it has one. A source that fails is told in the messages and fails nothing. */
export async function askTransitSource(
  environment: Environment,
  question: TransitQuestion | undefined,
): Promise<AskedTransit> {
  const source = registered.get(environment);
  if (source === undefined || question === undefined) return nobodyAsked;
  try {
    const answers = await source.estimate(question);
    const told = new Set(answers.map(wayKey));
    const silent = question.ways.map(wayKey).filter((way) => !told.has(way));
    const messages =
      silent.length === 0 ? [] : [`Estimated by distance, since the carrier does not tell it: ${silent.join(', ')}.`];
    return { said: { shipDate: question.shipDate, answers }, messages };
  } catch (error) {
    if (!(error instanceof SourceFailed)) throw error;
    environment.logger.warn({ err: error.internal ?? error }, 'transit estimate of the carrier failed');
    return { ...nobodyAsked, messages: [`The carrier could not be asked (${error.message}): estimated by distance.`] };
  }
}
