/**
 * Properties are checked with other random values in every run; a failure prints its seed. With `DRAY_PROPERTY_SEED=<integer>`
 * the values are the same in every run, as continuous integration needs it: its runs are compared with each other.
 */
import fc from 'fast-check';

const seed = process.env.DRAY_PROPERTY_SEED;
if (seed !== undefined && seed !== '') fc.configureGlobal({ seed: Number(seed) });
