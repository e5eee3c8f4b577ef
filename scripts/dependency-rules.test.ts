import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const config = join(root, '.dependency-cruiser.cjs')

/** Imports that must be refused: rule, importing file, imported file or package. */
const REFUSED: [rule: string, from: string, to: string][] = [
  ['zone-kernel', 'src/kernel/a.ts', 'src/platform/server/x.ts'],
  ['kernel-needs-zod-only', 'src/kernel/b.ts', 'dayjs'],
  ['kernel-needs-zod-only', 'src/kernel/c.ts', 'node:crypto'],
  ['zone-platform-server', 'src/platform/server/a.ts', 'src/platform/web/x.ts'],
  ['zone-platform-server', 'src/platform/server/b.ts', 'src/core/alpha/server/public.ts'],
  ['zone-platform-web', 'src/platform/web/a.ts', 'src/platform/server/x.ts'],
  ['zone-platform-web', 'src/platform/web/b.ts', 'src/core/alpha/contract/x.ts'],
  ['zone-contract', 'src/core/alpha/contract/a.ts', 'src/platform/server/x.ts'],
  ['zone-contract', 'src/core/alpha/contract/b.ts', 'src/subsystems/one/contract/x.ts'],
  ['zone-contract', 'src/subsystems/one/contract/b.ts', 'src/subsystems/two/contract/x.ts'],
  ['zone-contract', 'src/subsystems/one/contract/c.ts', 'src/subsystems/one/server/x.ts'],
  ['kernel-needs-zod-only', 'src/core/alpha/contract/d.ts', 'kysely'],
  ['kernel-needs-zod-only', 'src/core/alpha/labels/d.ts', 'node:fs'],
  ['zone-labels', 'src/core/alpha/labels/a.ts', 'src/core/alpha/server/x.ts'],
  ['zone-core-server', 'src/core/alpha/server/a.ts', 'src/core/beta/server/x.ts'],
  ['zone-core-server', 'src/core/alpha/server/b.ts', 'src/core/alpha/web/x.ts'],
  ['zone-core-server', 'src/core/alpha/server/c.ts', 'src/subsystems/one/server/x.ts'],
  ['zone-core-server', 'src/core/alpha/server/d.ts', 'src/app/x.ts'],
  ['zone-core-web', 'src/core/alpha/web/a.ts', 'src/core/beta/web/x.ts'],
  ['zone-core-web', 'src/core/alpha/web/b.ts', 'src/core/alpha/server/public.ts'],
  ['zone-core-web', 'src/core/alpha/web/c.ts', 'src/core/beta/web/screens.ts'],
  ['zone-core-web', 'src/core/alpha/web/e.ts', 'src/subsystems/one/web/paths.ts'],
  ['zone-subsystem-server', 'src/subsystems/one/server/a.ts', 'src/subsystems/two/server/x.ts'],
  ['zone-subsystem-server', 'src/subsystems/one/server/b.ts', 'src/core/alpha/server/x.ts'],
  ['zone-subsystem-server', 'src/subsystems/one/server/c.ts', 'src/platform/web/x.ts'],
  ['zone-subsystem-web', 'src/subsystems/one/web/a.ts', 'src/subsystems/two/web/x.ts'],
  ['zone-subsystem-web', 'src/subsystems/one/web/b.ts', 'src/core/alpha/web/x.ts'],
  ['zone-subsystem-web', 'src/subsystems/one/web/c.ts', 'src/subsystems/one/server/x.ts'],
  ['neutral-web', 'src/subsystems/one/web/manifest.ts', 'src/subsystems/one/web/x.ts'],
  ['neutral-web', 'src/subsystems/two/web/paths.ts', 'react'],
  ['app-server-without-web', 'src/app/a.ts', 'src/subsystems/one/web/x.ts'],
  ['app-server-without-web', 'src/app/b.ts', 'src/platform/web/x.ts'],
  ['app-web-without-server', 'src/app/a.tsx', 'src/core/alpha/server/public.ts'],
  ['app-web-without-server', 'src/app/b.tsx', 'src/app/x.ts'],
  ['web-without-server-libraries', 'src/platform/web/c.ts', 'pg'],
  ['web-without-server-libraries', 'src/core/alpha/web/d.ts', 'fastify'],
  ['web-without-node-builtins', 'src/platform/web/d.ts', 'node:fs'],
  ['server-without-browser-libraries', 'src/platform/server/d.ts', 'react'],
  ['server-without-browser-libraries', 'src/core/alpha/server/f.ts', 'antd'],
  ['no-circular', 'src/platform/server/round1.ts', 'src/platform/server/round2.ts'],
  ['not-to-tests', 'src/platform/server/e.ts', 'test/x.ts'],
  ['not-to-tests', 'src/platform/server/f.ts', 'src/platform/server/x.test.ts'],
  ['not-to-dev-dependencies', 'src/platform/server/g.ts', 'fast-check'],
  ['not-unresolvable', 'src/platform/server/h.ts', 'no-such-package'],
  ['not-unlisted', 'src/platform/server/i.ts', 'acorn'],
]

/** Imports the table of the architecture allows. */
const ALLOWED: [from: string, to: string][] = [
  ['src/kernel/ok.ts', 'zod'],
  ['src/platform/server/ok.ts', 'src/kernel/x.ts'],
  ['src/platform/server/ok2.ts', 'fastify'],
  ['src/platform/web/ok.ts', 'src/kernel/x.ts'],
  ['src/core/alpha/contract/ok.ts', 'src/core/beta/contract/x.ts'],
  ['src/subsystems/one/contract/ok.ts', 'src/core/beta/contract/x.ts'],
  ['src/subsystems/one/labels/ok.ts', 'src/subsystems/one/contract/x.ts'],
  ['src/core/alpha/server/ok.ts', 'src/core/beta/server/public.ts'],
  ['src/core/alpha/server/ok2.ts', 'src/core/alpha/labels/x.ts'],
  ['src/core/alpha/server/ok3.ts', 'src/core/beta/contract/x.ts'],
  ['src/core/alpha/web/ok.ts', 'src/core/beta/web/public.ts'],
  ['src/core/alpha/web/ok2.ts', 'src/core/beta/contract/x.ts'],
  ['src/subsystems/one/server/ok.ts', 'src/core/beta/server/public.ts'],
  ['src/subsystems/one/server/ok2.ts', 'src/core/beta/contract/x.ts'],
  ['src/subsystems/one/web/ok.ts', 'src/platform/web/x.ts'],
  ['src/subsystems/one/web/ok2.ts', 'src/core/beta/web/public.ts'],
  ['src/subsystems/one/web/ok3.ts', 'src/core/beta/web/screens.ts'],
  ['src/app/ok.ts', 'src/core/alpha/server/public.ts'],
  ['src/app/ok2.ts', 'src/core/alpha/web/manifest.ts'],
  ['src/app/ok.tsx', 'src/subsystems/one/web/x.ts'],
  ['src/core/alpha/server/ok.test.ts', 'test/x.ts'],
  ['src/core/alpha/server/ok2.test.ts', 'fast-check'],
]

interface Violation {
  from: string
  to: string
  rule: { name: string }
}

let folder: string
let violations: Violation[]

/** How the importing file names its target: a package by its name, a file by its relative path. */
function specifier(from: string, to: string): string {
  if (!/^(src|test)\//.test(to)) return to
  return `${'../'.repeat(from.split('/').length - 1)}${to}`
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'buutram-rules-'))
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const imports = new Map<string, string[]>()
  const add = (from: string, to?: string) => imports.set(from, [...(imports.get(from) ?? []), ...(to ? [`import '${specifier(from, to)}'`] : [])])
  for (const [, from, to] of REFUSED) add(from, to)
  for (const [from, to] of ALLOWED) add(from, to)
  for (const to of [...REFUSED.map((row) => row[2]), ...ALLOWED.map((row) => row[1])]) if (/^(src|test)\//.test(to)) add(to)
  add('src/platform/server/round2.ts', 'src/platform/server/round1.ts')
  for (const [file, lines] of imports) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), `${lines.join('\n')}\n`)
  }
  const output = execFileSync(join(root, 'node_modules/.bin/depcruise'), ['--config', config, '--output-type', 'json', 'src', 'test'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  violations = (JSON.parse(output) as { summary: { violations: Violation[] } }).summary.violations
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** True when the resolved target of a violation is the one the case means (packages resolve to a file inside them). */
function isTarget(resolved: string, to: string): boolean {
  const name = to.replace(/^node:/, '')
  return resolved === name || resolved === to || resolved.includes(`node_modules/${to}/`)
}

describe('the import table', () => {
  test.each(REFUSED)('%s refuses %s → %s', (rule, from, to) => {
    const found = violations.filter((one) => one.from === from && isTarget(one.to, to)).map((one) => one.rule.name)
    expect(found).toContain(rule)
  })

  test.each(ALLOWED)('%s may import %s', (from) => {
    expect(violations.filter((one) => one.from === from)).toEqual([])
  })

  test('every rule is shown to refuse something', () => {
    const names = [...readFileSync(config, 'utf8').matchAll(/zone\(\s*'([a-z-]+)'|name: '([a-z-]+)'/g)].map((match) =>
      match[1] ? `zone-${match[1]}` : match[2],
    )
    const shown = new Set(REFUSED.map(([rule]) => rule))
    expect(names.length).toBeGreaterThan(15)
    expect(names.filter((name) => name && !shown.has(name))).toEqual([])
  })
})
