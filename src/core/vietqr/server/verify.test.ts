/** A code that somebody holds, told from the registered ones; and the pictures and papers of a code, read back by a scanner. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Contract } from '#kernel/contract.ts'
import { requestOf } from '../../../../test/app.ts'
import { type CodeWorld, codeWorld } from '../../../../test/codes.ts'
import { hasTool, pagesOfPdf, readPng, textOfPdf } from '../../../../test/qr-pictures.ts'
import { encodeVietQr } from '../contract/codec/vietqr.ts'
import { lockCode, replaceCode, revokeCode } from '../contract/codes.ts'
import { codePicture, printableCodes, printCodes } from '../contract/prints.ts'
import { verifyCode } from '../contract/verify.ts'

let world: CodeWorld
beforeAll(async () => {
  world = await codeWorld()
})
afterAll(() => world?.close())

const as = { as: 'ketoan' } as const
const verify = async (payload: string, more: { merchantId?: string } = {}, account = 'ketoan') =>
  (await world.call(verifyCode, { payload, ...more }, { as: account })).data

async function file(contract: typeof codePicture | typeof printCodes, query: Record<string, string>, account = 'ketoan') {
  return world.app.inject({ ...requestOf<Contract>(contract, query), headers: await world.headersOf(account) })
}

describe('a code that somebody holds', () => {
  it('is one of ours, whatever stands around it', async () => {
    const code = await world.made({ counter: 'Quầy 1' })
    expect(await verify(`  ${code.payload}\n`)).toMatchObject({
      verdict: 'REGISTERED',
      faults: [],
      account: code.accountNumber,
      bankName: code.bankName,
      code: { id: code.id, code: code.code, status: 'ACTIVE', counter: 'Quầy 1', differences: [] },
    })
  })

  it('is the same where it was copied wrapped over lines', async () => {
    const { payload } = await world.made()
    const wrapped = `${payload.slice(0, 30)}\r\n${payload.slice(30, 50)}\n${payload.slice(50)}\n`
    expect(await verify(wrapped)).toMatchObject({ verdict: 'REGISTERED', faults: [] })
  })

  it('is not that of the merchant it should belong to', async () => {
    const code = await world.made()
    const { merchants } = world
    expect(await verify(code.payload, { merchantId: merchants['M-HANOI'] })).toMatchObject({ verdict: 'REGISTERED' })
    expect(await verify(code.payload, { merchantId: merchants['M-HCM'] })).toMatchObject({ verdict: 'OTHER_MERCHANT', code: { merchantCode: 'M-HANOI' } })
  })

  it('says something else than the registered one: each tag that differs is named', async () => {
    const code = await world.made({ kind: 'DYNAMIC', amount: '250000', memo: 'DON 42', validTo: '2999-01-01' })
    const content = { kind: 'DYNAMIC', bankBin: code.bankBin, account: code.accountNumber, service: 'ACCOUNT', amount: '950000', memo: 'DON 42' } as const
    expect(await verify(encodeVietQr(content))).toMatchObject({
      verdict: 'ALTERED',
      code: { differences: [{ path: '54', given: '950000', registered: '250000' }] },
    })
    // The amount changed by hand, under the old checksum.
    expect(await verify(code.payload.replace('250000', '950000'))).toMatchObject({ verdict: 'ALTERED', faults: [{ path: '63' }] })
  })

  it('pays somebody else, or is none at all, and says so in the language of the reader', async () => {
    const stranger = encodeVietQr({ kind: 'STATIC', bankBin: '970436', account: '0123456789', service: 'ACCOUNT' })
    expect(await verify(stranger)).toMatchObject({ verdict: 'NOT_OURS', account: '0123456789', bankName: 'Vietcombank', code: null, history: [] })
    const nobody = encodeVietQr({ kind: 'STATIC', bankBin: '999999', account: '0123456789', service: 'ACCOUNT' })
    const english = await world.call(verifyCode, { payload: nobody }, { ...as, language: 'en' })
    expect(english.data).toMatchObject({
      verdict: 'UNREADABLE',
      faults: [{ path: '38.01.00', text: 'Tag 38.01.00 (Bank (BIN)): BIN 999999 is not in the list of banks' }],
    })
    expect(await verify('https://example.vn')).toMatchObject({ verdict: 'UNREADABLE', account: null })
    expect((await world.call(verifyCode, { payload: 'x'.repeat(2001) }, as)).status).toBe(422)
    expect((await world.call(verifyCode, { payload: stranger })).status).toBe(401)
  })

  it('opened for an order has no registered code', async () => {
    const opened = await world.openAccount({ merchantId: world.merchants['M-HANOI'], ownerKind: 'ORDER', reference: 'DH-1' })
    const { number } = await world.account(opened.data?.id ?? '')
    const { bankBin } = await world.made()
    expect(await verify(encodeVietQr({ kind: 'STATIC', bankBin, account: number, service: 'ACCOUNT' }))).toMatchObject({ verdict: 'ACCOUNT_ONLY', code: null })
  })

  it('tells its own story and that of the code it took the place of', async () => {
    const old = await world.made()
    const next = await world.call(replaceCode, { id: old.id, version: old.version, reason: 'Bảng mã mờ' }, { ...as, headers: world.once() })
    const now = await world.code(next.data?.id ?? '')
    const { history } = (await verify(now.payload)) ?? {}
    expect(history?.map(({ code, status }) => [code, status])).toEqual(
      expect.arrayContaining([
        [now.code, 'ACTIVE'],
        [old.code, 'REVOKED'],
        [old.code, 'ACTIVE'],
      ]),
    )
    expect(await verify(old.payload)).toMatchObject({ verdict: 'REGISTERED', code: { status: 'REVOKED' } })
  })
})

describe('pictures and papers', () => {
  it('hold what the code says, and each leaves an entry in its history', async () => {
    const code = await world.made()
    const png = await file(codePicture, { id: code.id, format: 'PNG' })
    expect(png.headers).toMatchObject({ 'content-type': 'image/png', 'content-disposition': expect.stringContaining(`${code.code}.png`) })
    expect(readPng(png.rawPayload)).toBe(code.payload)
    expect((await file(codePicture, { id: code.id, format: 'SVG' })).payload).toContain('<svg')
    const { rows } = await world.runtime.pool.query(
      `select after, actor from platform.audit_entry where subject_type = 'vietqr.code' and subject_id = $1 and action = 'vietqr.printed' order by id`,
      [code.id],
    )
    expect(rows).toEqual([
      { after: { printed: 'PNG' }, actor: 'user:ketoan' },
      { after: { printed: 'SVG' }, actor: 'user:ketoan' },
    ])
  })

  it.skipIf(!hasTool('pdftoppm'))('of several codes are one file, in the order of the codes (needs pdftoppm)', async () => {
    const codes = [await world.made(), await world.made({ kind: 'DYNAMIC', amount: '250000', memo: 'DON 42', validTo: '2999-01-01' })]
    const ids = codes.map(({ id }) => id).reverse()
    const pdf = await file(printCodes, { ids: ids.join(','), kind: 'POSTER_A6' })
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pagesOfPdf(pdf.rawPayload).map(readPng)).toEqual(codes.map(({ payload }) => payload))
  })

  it.skipIf(!hasTool('pdftotext'))('say from which day a code is paid by while that lies ahead, and until which (needs pdftotext)', async () => {
    const codes = [await world.made({ validFrom: '2998-12-01' }), await world.made({ validTo: '2999-01-01' }), await world.made()]
    const pdf = await file(printCodes, { ids: codes.map(({ id }) => id).join(','), kind: 'POSTER_A6' })
    expect(textOfPdf(pdf.rawPayload).match(/(Từ|Đến hết) ngày .*/g)).toEqual(['Từ ngày 01/12/2998', 'Đến hết ngày 01/01/2999'])
    const both = await world.made({ validFrom: '2998-12-01', validTo: '2999-01-01' })
    const one = await file(printCodes, { ids: both.id, kind: 'POSTER_A6' })
    expect(textOfPdf(one.rawPayload)).toContain('Từ ngày 01/12/2998 đến hết ngày 01/01/2999')
  })

  it('are made of codes that are paid by, for those who may and see them', async () => {
    const code = await world.made()
    await world.call(lockCode, { id: code.id, version: code.version, reason: 'Mất bảng mã' }, as)
    expect((await file(codePicture, { id: code.id, format: 'PNG' })).statusCode).toBe(200)
    await world.call(revokeCode, { id: code.id, version: (await world.code(code.id)).version, reason: 'Đóng quầy' }, as)
    const other = await world.made()
    for (const refused of [
      await file(codePicture, { id: code.id, format: 'PNG' }),
      await file(printCodes, { ids: `${other.id},${code.id}`, kind: 'LABELS_8' }),
    ])
      expect(refused.json()).toMatchObject({ code: 'VQR-301' })
    expect((await file(printCodes, { ids: `${other.id},999999`, kind: 'LABELS_8' })).statusCode).toBe(404)
    for (const ids of ['', 'x', '1,', Array.from({ length: 1001 }, (_, n) => n + 1).join(',')])
      expect((await file(printCodes, { ids, kind: 'LABELS_8' })).statusCode, ids.slice(0, 9)).toBe(422)
  })

  it('are asked for by the filter of the list: those that can be printed, no more than fit a file', async () => {
    const printable = (searchSdi: object) => world.call(printableCodes, { searchSdi }, { as: 'ketoan' })
    const counter = 'Quầy in'
    const [active, locked, revoked] = [
      await world.made({ counter }),
      await world.made({ counter: `${counter} 2` }),
      await world.made({ counter: `${counter} 3` }),
    ]
    await world.call(lockCode, { id: locked.id, version: locked.version, reason: 'Mất bảng mã' }, as)
    await world.call(revokeCode, { id: revoked.id, version: revoked.version, reason: 'Đóng quầy' }, as)
    expect((await printable({ text: counter })).data?.ids).toEqual([locked.id, active.id])
    expect((await printable({ text: counter, status: ['LOCKED', 'REVOKED'] })).data?.ids).toEqual([locked.id])
    for (const none of [{ text: counter, status: ['REVOKED'] }, { text: 'không quầy nào' }])
      expect(await printable(none)).toMatchObject({ status: 422, code: 'VQR-303' })
    await world.runtime.database.owner.query(
      `with a as (insert into vietqr.virtual_account (number, bank_bin, owner_kind, owner_ref, merchant_id, single_use, unit_id, head_unit_id, opened_by, opened_at, updated_by, updated_at)
          select 'MANY' || 1000 + n, bank_bin, owner_kind, owner_ref, merchant_id, single_use, unit_id, head_unit_id, opened_by, opened_at, updated_by, updated_at
            from vietqr.virtual_account v, generate_series(1, 1001) n where v.number = $1 returning id, number, merchant_id, unit_id, head_unit_id)
        insert into vietqr.code (code, kind, merchant_id, account_id, counter, valid_from, payload, status, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
          select number, 'STATIC', merchant_id, id, 'MANY', '2026-01-01', repeat('0', 60), 'ACTIVE', unit_id, head_unit_id, 'x', now(), 'x', now() from a`,
      [active.accountNumber],
    )
    expect(await printable({ text: 'MANY' })).toMatchObject({ status: 422, code: 'VQR-302' })
  })
})
