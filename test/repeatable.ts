/** The same cases in every run of `npm test`, so that a change is judged by what it changes; `npm run test:faults` draws others each time. */
export const repeatable: { seed?: number } = process.env.FAULTS ? {} : { seed: 20_261_121 }
