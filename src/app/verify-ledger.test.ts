import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { post, sealJournals } from '#core/ledger/server/public.ts'
import { ledgerWorld } from '../../test/ledger.ts'
import { journal } from '../../test/ledger-journal.ts'

it('the command says that the books are sound, or what is wrong and where', async () => {
  const world = await ledgerWorld({ max: 2 })
  const secretKey = randomBytes(32)
  const verify = async (...args: string[]) => {
    const env = { PATH: process.env.PATH, DATABASE_URL: world.connectionString, SECRET_KEY: secretKey.toString('base64'), DEMO: '0' }
    const child = spawn(process.execPath, ['src/app/verify-ledger.ts', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), new Promise((resolve) => child.once('exit', resolve))])
    return { out, err, code }
  }
  try {
    const [a, b] = await world.open({ daily: true }, {})
    const { journalId } = await world.tx((tx) => post(tx, journal(a, b)))
    const [seal] = await sealJournals(world.db, secretKey)
    const kept = `${seal?.block}:${seal?.hash}`
    const sound = await verify(kept)
    expect(sound).toMatchObject({ code: 0, err: '' })
    expect(sound.out).toContain(`Last seal ${kept}`)
    await world.owner.query(`
      alter table ledger.journal disable trigger append_only; grant all on ledger.journal to current_user;
      update ledger.journal set description = 'khác'; alter table ledger.journal enable always trigger append_only`)
    const edited = await verify()
    expect(edited.code).toBe(1)
    expect(edited.out).toMatch(new RegExp(`^JOURNAL ${journalId}: `))
    expect(await verify(`7:${seal?.hash}`)).toMatchObject({ code: 1, out: expect.stringContaining('SEAL 7: ') })
    expect(await verify('7')).toMatchObject({ code: 1, err: expect.stringContaining('BLOCK:HASH') })
  } finally {
    await world.drop()
  }
})
