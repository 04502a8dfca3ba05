/** The number of runs of slow properties: a quarter of `all` in `npm test`, and all of them with `npm run test:properties`. */

const isThorough = process.env.DRAY_PROPERTY_RUNS === 'all';

export const propertyRuns = (all: number): number => (isThorough ? all : Math.ceil(all / 4));
