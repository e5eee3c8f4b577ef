/** What leaks and keyboards make easy to guess; the lists are read when the first password is set. */

/** Of the leaked ones, ordered by how many people took them, so many are known in any dress: 'Charlie@2026' is 'charlie'. */
const DRESSED = 10_000
/** Shorter cores say nothing: what stands around them is the password. */
const CORE_MIN = 5
/** As many neighbouring keys in a row are a walk, whatever stands around them. */
const WALK_MIN = 6
/** With walks taken away, so few characters are no password. */
const REST_MAX = 2
const STEPS_MIN = 3

interface Lists {
  leaked: ReadonlySet<string>
  dressed: ReadonlySet<string>
  /** Key to its neighbours, each key by its character without Shift. */
  neighbours: ReadonlyMap<string, string>
  /** Character to its key. */
  keys: ReadonlyMap<string, string>
}

let lists: Promise<Lists> | undefined

async function read(): Promise<Lists> {
  const { dictionary, adjacencyGraphs } = await import('@zxcvbn-ts/language-common')
  const passwords = dictionary['passwords-common'].map((password) => password.toLowerCase())
  const graph: Record<string, (string | null)[]> = adjacencyGraphs.qwerty
  // A neighbour is named by what its key types, without and with Shift: '2@'.
  const around = Object.values(graph).flatMap((list) => list.filter((pair) => pair !== null))
  const keys = new Map(around.flatMap((pair) => [...pair].map((character) => [character, pair[0] as string] as const)))
  const neighbours = new Map(Object.entries(graph).map(([character, list]) => [character, list.map((pair) => pair?.[0] ?? '').join('')]))
  return { leaked: new Set(passwords), dressed: new Set(passwords.slice(0, DRESSED)), neighbours, keys }
}

const load = (): Promise<Lists> => (lists ??= read())

/** True for a password of the lists, and for one of the first of them with digits and signs before or behind it. */
export async function isLeaked(password: string): Promise<boolean> {
  const { leaked, dressed } = await load()
  const lower = password.toLowerCase()
  const core = lower.replace(/^[^a-z]+|[^a-z]+$/g, '')
  return leaked.has(lower) || (core.length >= CORE_MIN && dressed.has(core))
}

/** True for neighbouring keys or following letters and digits, in one row or several, Shift or not: 'Qwerty@1', '1qaz@WSX', '123456aA!'. */
export async function isWalk(password: string): Promise<boolean> {
  const { neighbours, keys } = await load()
  const pressed = [...password].map((character) => keys.get(character) ?? character)
  let rest = 0
  for (let at = 0; at < pressed.length; ) {
    let end = at + 1
    while (end < pressed.length && follows(pressed[end - 1] as string, pressed[end] as string, neighbours)) end++
    const steps = end - at
    if (steps >= WALK_MIN) return true
    if (steps < STEPS_MIN) rest += steps
    at = end
  }
  return rest <= REST_MAX
}

function follows(from: string, to: string, neighbours: ReadonlyMap<string, string>): boolean {
  if (/[a-z0-9]/.test(from) && /[a-z0-9]/.test(to) && Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) === 1) return true
  return neighbours.get(from)?.includes(to) ?? false
}
