import type { IncidentContracts } from '../contract/incidents.ts'

type Load = () => Promise<readonly IncidentContracts[]>

let load: Load = async () => []

/** The composition root says which desks there are; they are fetched with the first record that asks. */
export function provideIncidentDesks(given: Load): void {
  load = given
}

export const loadIncidentDesks: Load = () => load()
