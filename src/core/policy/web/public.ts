/** The door of policies for screens: rates as people write them. */
export { PercentInput, PercentText, percentProblem } from './percent.tsx'
