/** How often properties are checked whose runs take long: a quarter of the runs in `npm test`, all of them with `npm run test:properties`. */

const isThorough = process.env.DRAY_PROPERTY_RUNS === 'all';

export const propertyRuns = (all: number): number => (isThorough ? all : Math.ceil(all / 4));
