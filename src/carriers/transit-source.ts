/**
 * A carrier account's knowledge of transit, as a source of estimates (decision 27). What it has answered is kept in memory
 * for a while: the same way is asked about at every checkout, and each question is paid for.
 */
import { remembered } from '../lib/remember.ts';
import { type CarrierGateway, type TransitAnswer, type TransitQuestion, wayKey } from './gateway.ts';
import { unanswered } from './unanswered.ts';

export interface TransitSource {
  /**
   * When what leaves on a day arrives, by the ways that the carrier has an estimate for.
   * @throws SourceFailed when it cannot be asked or its answer cannot be used
   */
  estimate(question: TransitQuestion): Promise<readonly TransitAnswer[]>;
}

const keptMs = 6 * 60 * 60 * 1_000;
const mostKept = 10_000;

/** The source that asks this gateway. */
export function transitSourceOf(gateway: Pick<CarrierGateway, 'estimateTransit'>): TransitSource {
  return {
    estimate: async (question) => {
      const answer = await gateway.estimateTransit(question);
      if (answer.outcome !== 'done') throw unanswered(answer);
      return answer.data;
    },
  };
}

/** The same source, which is asked once in six hours about a day, from where to where and which ways. */
export function rememberingTransit(source: TransitSource): TransitSource {
  return { estimate: remembered((question) => source.estimate(question), keyOf, { keptMs, most: mostKept }) };
}

function keyOf({ fromZip, toZip, shipDate, ways }: TransitQuestion): string {
  return `${fromZip} ${toZip} ${shipDate} ${ways.map(wayKey).join(',')}`;
}
