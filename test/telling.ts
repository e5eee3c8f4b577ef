/** Which endpoints tell a figure that is hidden from a person: every one that reads is asked about the same records, in ways that its schema allows. */
import { localDate } from '#kernel/dates.ts'
import { type Entry, endpointName, isOpen, type Registry } from '#platform/server/http/registry.ts'
import { requestOf, type TestApp } from './app.ts'
import { sampler } from './samples.ts'
import { chance } from './scoped-world.ts'

const READS = new Set<Entry['kind']>(['list', 'export', 'report', 'report-print', 'report-export', 'query', 'download'])
const QUESTIONS = 6

/** Endpoints that still tell it: a line goes when its endpoint is silent. */
export const STILL_TELLING: readonly string[] = []

export interface Questions {
  registry: Pick<Registry, 'entries'>
  headers: Record<string, string>
  /** Ids and texts that the questions name. */
  ids: readonly string[]
  marks: readonly string[]
  /** Whole đồng, or numbers of pieces that nothing else amounts to. */
  figures: readonly string[]
}

/** Names of the endpoints whose answer holds one of the figures, however it is written. */
export async function telling(test: TestApp, { registry, headers, ids, marks, figures }: Questions): Promise<string[]> {
  const world = {
    units: [],
    partners: [],
    users: [],
    rows: new Map([['cash', ids.map((id) => ({ id, path: [], partner: null, user: null, marks }))]]),
  }
  const today = localDate(test.runtime.clock.now())
  const sample = sampler(world as never, { from: today, to: today }, chance(7))
  const readers = [...registry.entries.values()].filter(
    (entry) => READS.has(entry.kind) && !isOpen(entry.contract) && !(entry.contract as { bulk?: true }).bulk,
  )
  const found = new Set<string>()
  for (const entry of readers) {
    for (let n = 0; n < QUESTIONS; n++) {
      const input = sample(entry.contract.input, { kind: 'ALL' }) as never
      const { payload } = await test.app.inject({ ...requestOf(entry.contract, input), headers: { ...headers, 'accept-language': 'vi' } })
      const digits = payload.replaceAll(/(?<=\d)[.,\s](?=\d{3}\b)/g, '')
      if (figures.some((figure) => digits.includes(figure))) found.add(endpointName(entry.contract))
    }
  }
  return [...found].sort()
}
