/**
 * A settlement run of cash on delivery over 100,000 items of some hundred key accounts: statements made of what is payable, and the approved run carried
 * out. The process that carries it out is killed half-way, and another one goes on where it was.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { systemClock } from '#platform/server/clock.ts'
import { connect } from '#platform/server/database/connect.ts'
import type { Runtime } from '#platform/server/module.ts'
import { carryOut } from '#subsystems/cob/server/settlements/approving.ts'
import { makeDue } from '#subsystems/cob/server/settlements/running.ts'
import { withItems } from './cod/world.ts'
import type { BenchResult } from './result.ts'

const SETTLED = Number(process.env.ITEMS ?? 100_000)
/** Of the items that are filled in, this part is payable and of key accounts. */
const PART = 0.62

/** A daily contract of every key account, with a fee by steps of the amount, postage netted and taxed. */
const CONTRACTS = `
  with made as (
    insert into cob.key_contract (key_account_id, number, valid_from, cycle, date_basis, net_postage, postage_payer, tax_rate, proposed_by, agreed_by, agreed_at, updated_by, updated_at)
    select id, 'HD', '2020-01-01', 'DAILY', 'COLLECTED', true, 'SENDER', 10, 'bench', 'bench', now(), 'bench', now() from cob.key_account returning id
  )
  insert into cob.key_fee_step (contract_id, line, amount_from, amount_to, fixed, rate)
  select m.id, s.line, s.low, s.high, s.fixed, s.rate from made m, (values (1, 0, 500000, 8000, 0), (2, 500000, null, 0, 0.8)) s (line, low, high, fixed, rate)`

/** Carries the run out in a process of its own and kills it when half of the statements are through. Answers when it was begun, without the start of the process. */
async function killedHalfWay(runtime: Runtime, url: string, run: { id: string; statements: number }): Promise<number> {
  const child = spawn(process.execPath, [import.meta.filename, run.id], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, DATABASE_URL: url },
  })
  const gone = once(child, 'exit')
  await once(child, 'message')
  const begun = performance.now()
  child.send('carry out')
  const done = async () => {
    const { rows } = await runtime.pool.query<{ n: number }>(`select count(*)::int as n from cob.settlement where run_id = $1 and status <> 'CHECKED'`, [
      run.id,
    ])
    return rows[0]?.n ?? 0
  }
  while (child.exitCode === null && (await done()) < run.statements / 2) await new Promise((resolve) => setTimeout(resolve, 5))
  child.kill('SIGKILL')
  await gone
  const through = await done()
  if (through === 0 || through === run.statements) throw new Error(`the kill came at ${through} of ${run.statements} statements`)
  console.log(`killed when ${through} of ${run.statements} statements were through`)
  return begun
}

async function measure(runtime: Runtime, url: string): Promise<BenchResult[]> {
  const { pool } = runtime
  const begun = performance.now()
  const statements = await makeDue(runtime)
  const making = performance.now() - begun
  const { rows } = await pool.query<{ id: string; items: number }>(
    `select r.id, (select count(*)::int from cob.settlement_line) as items from cob.settlement_run r`,
  )
  const [run] = rows
  if (!run || rows.length > 1) throw new Error(`${rows.length} runs`)
  await pool.query(`update cob.settlement set status = 'CHECKED'`)
  await pool.query(`update cob.settlement_run set status = 'APPROVING', approved_by = 'bench'`)
  const approved = await killedHalfWay(runtime, url, { id: run.id, statements })
  await carryOut(runtime, run.id)
  const carrying = performance.now() - approved
  await verified(runtime, statements)
  const count = run.items.toLocaleString('en')
  console.log(`${count} items in ${statements} statements: made in ${(making / 1000).toFixed(1)} s, carried out in ${(carrying / 1000).toFixed(1)} s`)
  return [
    {
      name: `a run of ${count} items made and carried out, killed once`,
      figure: (making + carrying) / 1000,
      target: (20 * Math.max(run.items, SETTLED)) / 100_000,
      better: 'lower',
      unit: 's',
    },
  ]
}

/** Every statement is through once, with one journal of its charges. */
async function verified({ db, pool }: Runtime, statements: number): Promise<void> {
  const { rows } = await pool.query<{ through: number; journals: number; finished: boolean }>(
    `select (select count(*)::int from cob.settlement where status = 'APPROVED' and journal_id is not null) as through,
       (select count(*)::int from ledger.journal where kind = 'COD_CHARGES') as journals, (select bool_and(status = 'APPROVED') from cob.settlement_run) as finished`,
  )
  if (rows[0]?.through !== statements || rows[0].journals !== statements || !rows[0].finished)
    throw new Error(`not everything is through: ${JSON.stringify(rows[0])}`)
  const differences = await verifyLedger(db)
  if (differences.length > 0) throw new Error(`the books do not verify: ${JSON.stringify(differences.slice(0, 3))}`)
}

export async function run(): Promise<BenchResult[]> {
  return withItems('bench-cob-settlement', Math.ceil(SETTLED / PART), async ({ runtime, connectionString }) => {
    await runtime.pool.query(CONTRACTS)
    return measure(runtime, connectionString)
  })
}

if (import.meta.main) {
  const { db, close } = connect(process.env.DATABASE_URL ?? '', { max: 2 })
  await db.selectNoFrom((eb) => eb.lit(1).as('connected')).execute()
  const told = once(process, 'message')
  process.send?.('ready')
  await told
  await carryOut({ db, clock: systemClock }, process.argv[2] ?? '')
  await close()
}
