/**
 * A carrier account's knowledge of transit, as a source of estimates (decision 27). What it has answered is kept in memory
 * for a while: the same way is asked about at every checkout, and each question is paid for.
 */
import { memoizeAsync } from '../lib/memoize-async.ts';
import { type CarrierGateway, serviceKey, type TransitEstimate, type TransitRequest } from './gateway.ts';
import { sourceFailureOf } from './unreachable.ts';

export interface TransitSource {
  /**
   * When what leaves on a day arrives, by the ways that the carrier has an estimate for.
   * @throws SourceError when it cannot be asked or its answer cannot be used
   */
  estimate(question: TransitRequest): Promise<readonly TransitEstimate[]>;
}

const keptMs = 6 * 60 * 60 * 1_000;
const maxEntries = 10_000;

/** The source that asks this gateway. */
export function transitSourceOf(gateway: Pick<CarrierGateway, 'estimateTransit'>): TransitSource {
  return {
    estimate: async (question) => {
      const answer = await gateway.estimateTransit(question);
      if (answer.outcome !== 'done') throw sourceFailureOf(answer);
      return answer.data;
    },
  };
}

/** The same source, which is asked once in six hours about a day, from where to where and which ways. */
export function cachedTransit(source: TransitSource): TransitSource {
  return {
    estimate: memoizeAsync((question) => source.estimate(question), keyOf, { ttlMs: keptMs, maxEntries: maxEntries }),
  };
}

function keyOf({ fromZip, toZip, shipDate, ways }: TransitRequest): string {
  return `${fromZip} ${toZip} ${shipDate} ${ways.map(serviceKey).join(',')}`;
}
