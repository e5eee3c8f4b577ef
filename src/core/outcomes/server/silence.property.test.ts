import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isoLocal } from '#kernel/dates.ts'
import { type OutcomeWorld, outcomeWorld } from '../../../../test/outcomes.ts'
import { repeatable } from '../../../../test/repeatable.ts'
import { FAULTS } from '../../../app/simulator/partner/fates.ts'

let all: OutcomeWorld
beforeAll(async () => {
  all = await outcomeWorld()
})
afterAll(() => all.close())

/** What a partner may do instead of saying how it ended: answer wrongly or too late, not know, be at it, or report under a signature that is not its own. */
const SILENCES = [...FAULTS, 'NOT_FOUND', 'FORGED'] as const
const RUNS = 12

/** What the evidence says of each. */
const CALLED: Partial<Record<string, string | null>> = {
  late: 'TIMEOUT',
  error: 'STATUS',
  notJson: 'UNREADABLE',
  huge: 'TOO_LARGE',
  badSignature: 'SIGNATURE',
  unmapped: 'UNMAPPED',
  wrong: 'MISMATCH',
  redirect: 'REDIRECT',
  cut: 'CONNECTION',
  NOT_FOUND: null,
}

const due = (ref: string) =>
  all.it.runtime.database.owner.query('update outcome.outcome_case set next_inquiry_at = $1 where external_ref = $2', [all.clock.now(), ref])

async function keepSilent(ref: string, silence: (typeof SILENCES)[number]): Promise<void> {
  if (silence === 'FORGED') {
    const forged = { ...all.world.vcb, secret: `${all.world.vcb.secret}-` }
    const body = { status: 'FAILED', code: '51', message: 'said by somebody else', occurredAt: isoLocal(all.clock.now()) }
    expect(await all.gateway(forged, `/${ref}/outcome`, body)).toMatchObject({ status: 401, code: 'GTW-002' })
    return
  }
  // Whatever became of it there: what is not said as agreed is not said.
  all.bank.simulator.decide('VCB', ref, silence === 'NOT_FOUND' ? 'NOT_FOUND' : 'FAILED')
  all.bank.simulator.setRates(silence === 'NOT_FOUND' ? {} : { [silence]: 1 })
  await due(ref)
  await all.asked()
}

test('no silence is a failure, whatever the number of tries; the first answer as agreed is one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...SILENCES), { minLength: 1, maxLength: 6 }), fc.constantFrom('SUCCEEDED', 'FAILED'), async (silences, end) => {
      const ref = await all.lost()
      for (const silence of silences) {
        await keepSilent(ref, silence)
        expect(await all.statusOf(ref), silence).toBe('UNKNOWN')
        expect(await all.caseOf(ref)).toMatchObject({ suggested: null, verdict: null })
        const { evidence } = await all.detailOf(ref)
        if (silence !== 'FORGED') expect(evidence[0]).toMatchObject({ kind: 'INQUIRY', finding: 'UNKNOWN', hard: false, fault: CALLED[silence] })
        expect(await all.propose(ref, 'FAILED')).toMatchObject({ status: 422, code: 'OUT-001' })
      }
      const asked = silences.filter((silence) => silence !== 'FORGED').length
      expect(await all.caseOf(ref)).toMatchObject({ inquiries: asked, status: asked > 0 ? 'INQUIRING' : 'OPEN' })
      all.bank.simulator.setRates({})
      all.bank.simulator.decide('VCB', ref, end)
      await due(ref)
      await all.asked()
      expect(await all.statusOf(ref)).toBe(end)
    }),
    { numRuns: RUNS, ...repeatable },
  )
}, 120_000)
