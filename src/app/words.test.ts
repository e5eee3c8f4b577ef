/** No label stands in a file that nothing says: by its key, or by a convention of the kit. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commonLabels, type ModuleLabels } from '#kernel/labels.ts'
import { vi as shell } from '#platform/web/labels/vi.ts'

const src = join(import.meta.dirname, '..')
const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter((file) => !/\/labels\/|\.test\.tsx?$/.test(file))

function codeOf(belongs: (file: string) => boolean): string {
  const texts = files.filter(belongs).map((file) => readFileSync(join(src, file), 'utf8'))
  return texts.join('\n').replace(/^import .*$/gm, '')
}

const all = (code: string, pattern: RegExp) => new Set([...code.matchAll(pattern)].flatMap(([, ...groups]) => groups.filter(Boolean)))

/** Keys that the code names: as a literal, or one of those that a template begins with (`untouchable${reason}`). */
function namedIn(code: string): (key: string) => boolean {
  const literals = all(code, /(?<=(['"`]))([\w.-]+)(?=\1)/g)
  const beginnings = all(code, /`([\w.]+)\$\{/g)
  return (key) => literals.has(key) || [...beginnings].some((beginning) => key !== beginning && key.startsWith(beginning))
}

/** What kit/actions calls the actions of a module when it is not told a key: the last part of a path, an event, or its own. */
const KIT_ACTIONS = ['create', 'edit', 'view', 'remove', 'importFile']
const actionsIn = (code: string) => new Set([...KIT_ACTIONS, ...all(code, /\/(\w+)['`]/g), ...all(code, /\b(?:key|event): '(\w+)'/g)])

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** kit/actions/action-words.ts: texts.<entity><Action>Title, …Text and …Done; platform/server/import: texts.<entity>File. */
function byConvention(entities: readonly string[], actions: ReadonlySet<string>, key: string): boolean {
  return entities.some((entity) => {
    const [, action] = new RegExp(`^${entity}([A-Z]\\w*?)(?:Title|Text|Done)$`).exec(key) ?? []
    return key === `${entity}File` || (action !== undefined && actions.has(lower(action)))
  })
}

function unusedOf(labels: ModuleLabels, code: string): string[] {
  const named = namedIn(code)
  const actions = actionsIn(code)
  const read = all(code, /\{ ([\w, ]+) \} = [^\n]*\.texts\b/g)
  const destructured = [...read].flatMap((names) => names.split(', '))
  const entities = Object.keys({ ...labels.fields, ...labels.nouns })
  const used: Record<'screens' | 'nouns' | 'actions' | 'texts', (key: string) => boolean> = {
    screens: named,
    nouns: (key) => new RegExp(`['"][\\w.-]+\\.${key}['"]`).test(code),
    actions: (key) => actions.has(key) || named(key),
    texts: (key) => named(key) || key in commonLabels.vi.texts || destructured.includes(key) || byConvention(entities, actions, key),
  }
  const lost = Object.keys(labels.also ?? {}).filter((key) => !(key in labels.screens))
  return Object.entries(used)
    .flatMap(([kind, isUsed]) =>
      Object.keys(labels[kind as keyof typeof used] ?? {})
        .filter((key) => !isUsed(key))
        .map((key) => `${kind}.${key}`),
    )
    .concat(lost.map((key) => `also.${key}`))
}

const modules = globSync('{core,subsystems}/*/labels/**/vi.ts', { cwd: src })

it.each(modules)('%s: every screen, noun, action and text is used', async (path) => {
  const { vi: labels } = (await import(join(src, path))) as { vi: ModuleLabels }
  const folder = path.split('/').slice(0, 2).join('/')
  // The screens of core stand in the menu of the administration.
  const code = codeOf((file) => file.startsWith(`${folder}/`) || (folder.startsWith('core/') && file.startsWith('subsystems/sys/')))
  expect(unusedOf(labels, code)).toEqual([])
})

it('the words of the shell are used', () => {
  const named = namedIn(codeOf(() => true))
  const leaves = Object.entries(shell).flatMap(([group, words]) =>
    Object.entries(words).flatMap(([key, word]) => (typeof word === 'string' ? `${group}.${key}` : [])),
  )
  expect(leaves.length).toBeGreaterThan(100)
  expect(leaves.filter((key) => !named(key))).toEqual([])
})
