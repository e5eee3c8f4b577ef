// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of code
/**
 * Ten mistakes somebody could make in the product, each with the tests that must turn red for it (docs/testing.md). Each is made in a copy of
 * the project, so that nothing is left behind: `npm run test:deliberate`, or with numbers for some of them.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

export interface Fault {
  name: string
  file: string
  /** Stands once in the file, and is replaced. */
  from: string
  to: string
  /** Test files; those of e2e run in the browser. */
  tests: string[]
}

export const FAULTS: readonly Fault[] = [
  {
    name: "a list forgets a filter's condition",
    file: 'src/platform/server/list/where.ts',
    from: '(value: Plain) => sql<SqlBool>`${sql.ref(column)} = ${value}`',
    to: '(_value: Plain) => sql<SqlBool>`${sql.ref(column)} is not null`',
    tests: ['src/app/list-filters.test.ts'],
  },
  {
    name: 'what is read within a scope is read without row-level security',
    file: 'src/platform/server/scope.ts',
    from: 'rowScoped(db, session.scope)',
    to: "rowScoped(db, { kind: 'ALL' })",
    tests: ['src/app/row-security.test.ts'],
  },
  {
    name: 'a fee is rounded down',
    file: 'src/core/payments/server/fees/charge.ts',
    from: '((scaled + unit / 2n) / unit)',
    to: '(scaled / unit)',
    tests: ['src/core/payments/server/fees/charge.property.test.ts'],
  },
  {
    name: 'a record is changed whatever version was seen',
    file: 'src/platform/server/record/record.ts',
    from: 'version !== undefined && row.version !== version',
    to: 'version !== undefined && row.version < version',
    tests: ['src/platform/server/record/record.test.ts'],
  },
  {
    name: 'a command leaves no audit entry',
    file: 'src/platform/server/http/command.ts',
    from: '  await writeAudit(entry, input, data, command, audited.subject)\n',
    to: '',
    tests: ['src/platform/server/http'],
  },
  {
    name: 'a permission is not asked for',
    file: 'src/platform/server/http/call.ts',
    from: 'permission !== SIGNED_IN && !session.permissions.has(permission)',
    to: "permission === ''",
    tests: ['src/app/rights.test.ts'],
  },
  {
    name: 'a sum adds up the wrong column',
    file: 'src/core/payments/server/transactions/columns.ts',
    from: 'tax: sql`sum(t.tax_hundredths)',
    to: 'tax: sql`sum(t.fee_hundredths)',
    tests: ['src/app/lists.test.ts'],
  },
  {
    name: 'an action is offered to people who may not do it',
    file: 'src/platform/web/kit/actions/state.ts',
    from: '(!action.permission || may(user, action.permission)) &&',
    to: '',
    tests: ['src/platform/web/kit/actions/state.test.ts'],
  },
  {
    name: 'who asks may approve',
    file: 'src/core/approvals/server/authority.ts',
    from: 'if (request.makerId === who.userId)',
    to: 'if (request.makerId === who.account)',
    tests: ['src/core/approvals'],
  },
  {
    name: 'a journal does not balance',
    file: 'src/subsystems/qr/server/postings.ts',
    from: "credit('feeIncome', (a) => a.fee)",
    to: "credit('feeIncome', (a) => a.fee + a.tax)",
    tests: ['src/subsystems/qr/server/postings.test.ts'],
  },
]

const root = join(import.meta.dirname, '..')
const LEFT_OUT = new Set(['node_modules', '.git', 'data', 'dist', 'test-results', '.cache'])

/** Runs test files in the copy; undefined when the runner broke or found none, which proves nothing. */
function failures(tests: readonly string[], copy: string): number | undefined {
  const inBrowser = tests.some((test) => test.startsWith('e2e/'))
  if (inBrowser) spawnSync(process.execPath, ['-e', "await (await import('./scripts/run/web.mjs')).buildWeb()"], { cwd: copy, stdio: 'inherit' })
  const [tool, args] = inBrowser ? ['playwright', ['test', '--retries=0', ...tests]] : ['vitest', ['run', ...tests]]
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'node_modules/.bin', tool), ...args], { cwd: copy, encoding: 'utf8' })
  if (status === 0) return 0
  const failed = [...stdout.matchAll(/(\d+) failed/g)].at(-1)?.[1]
  return failed === undefined ? undefined : Number(failed)
}

/** Makes a fault in a copy where its tests are green; true when they turn red for it. */
function turnsRed({ file, from, to, tests }: Fault, copy: string): boolean {
  if (failures(tests, copy) !== 0) throw new Error(`${tests.join(' ')} must be green before anything is broken`)
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    source.replace(from, () => to),
  )
  try {
    return (failures(tests, copy) ?? 0) > 0
  } finally {
    writeFileSync(path, source)
  }
}

function main(wanted: readonly number[]): boolean {
  const copy = mkdtempSync(join(tmpdir(), 'buutram-faults-'))
  try {
    cpSync(root, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    let all = true
    for (const [at, fault] of FAULTS.entries()) {
      if (wanted.length > 0 && !wanted.includes(at + 1)) continue
      const red = turnsRed(fault, copy)
      console.log(`${red ? '✓ red  ' : '✗ green'} ${at + 1}. ${fault.name}: ${fault.tests.join(' ')}`)
      all &&= red
    }
    return all
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2).map(Number)) ? 0 : 1
