/** `npm run bench [-- suite …]`: runs the suites one after another, each in a process of its own, and prints their figures with targets. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BenchResult, type BenchSuite, isMet } from './result.ts'

const NOT_SUITES = new Set(['run.ts', 'result.ts', 'demo-server.ts'])

function suites(): string[] {
  const names = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !NOT_SUITES.has(file))
  return names.map((file) => file.slice(0, -3)).sort()
}

/** A process of its own, so that no suite measures the garbage of the one before. */
function runSuite(name: string, folder: string): BenchResult[] {
  const file = join(folder, `${name}.json`)
  const { status } = spawnSync(process.execPath, ['--expose-gc', import.meta.filename, '--suite', name, file], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`the suite ${name} failed`)
  return JSON.parse(readFileSync(file, 'utf8')) as BenchResult[]
}

async function suiteProcess(name: string, file: string): Promise<void> {
  const suite = (await import(`./${name}.ts`)) as BenchSuite
  writeFileSync(file, JSON.stringify(await suite.run()))
}

function show(value: number, unit: string): string {
  return unit === 'ratio' ? value.toFixed(2) : `${value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1)} ${unit}`
}

function table(rows: (BenchResult & { suite: string })[]): void {
  const cells = rows.map((row) => [
    isMet(row) ? '✓' : '✗',
    row.suite,
    row.name,
    show(row.figure, row.unit),
    `${row.better === 'higher' ? '≥' : '≤'} ${show(row.target, row.unit)}`,
  ])
  const all = [['', 'suite', 'what', 'figure', 'target'], ...cells]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((line) => line[column]?.length ?? 0)))
  for (const line of all) console.log(line.map((cell, at) => (at > 2 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join('  '))
}

function main(wanted: string[]): number {
  const known = suites()
  const unknown = wanted.find((name) => !known.includes(name))
  if (unknown) {
    console.error(`There is no suite '${unknown}'. Suites: ${known.join(', ')}`)
    return 1
  }
  const folder = mkdtempSync(join(tmpdir(), 'buutram-bench-'))
  const rows: (BenchResult & { suite: string })[] = []
  let broken = 0
  try {
    for (const suite of wanted.length > 0 ? wanted : known) {
      console.log(`── ${suite}`)
      try {
        rows.push(...runSuite(suite, folder).map((row) => ({ suite, ...row })))
      } catch (error) {
        broken++
        console.error(error instanceof Error ? error.message : String(error))
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log('')
  table(rows)
  const missed = rows.filter((row) => !isMet(row)).length
  console.log(`\n${rows.length - missed} of ${rows.length} figures reached${broken ? `, ${broken} suites failed` : ''}`)
  return missed + broken > 0 ? 1 : 0
}

const args = process.argv.slice(2)
if (args[0] === '--suite') await suiteProcess(String(args[1]), String(args[2]))
else process.exitCode = main(args)
