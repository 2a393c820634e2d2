import fc from 'fast-check';

/**
 * The seed of every property: the same cases in each run, unless `PROPERTY_SEED` is set. A whole number picks
 * other cases, `random` new ones each time; a property that fails prints the seed it had.
 */
const chosen = process.env.PROPERTY_SEED ?? '1';

fc.configureGlobal({ seed: chosen === 'random' ? Date.now() % 2 ** 31 : Number(chosen) });

/** fast-check with a fixed seed. Property tests import it from here. */
export default fc;
