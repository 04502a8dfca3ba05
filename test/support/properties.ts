/**
 * By default, properties are checked with new random values in every run, and a failure prints its seed. With
 * `DRAY_PROPERTY_SEED=<integer>` the values are the same in every run, so that runs of continuous integration can be compared.
 */
import fc from 'fast-check';

const seed = process.env.DRAY_PROPERTY_SEED;
if (seed !== undefined && seed !== '') fc.configureGlobal({ seed: Number(seed) });
