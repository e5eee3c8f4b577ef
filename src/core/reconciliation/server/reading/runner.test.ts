import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { fileWriter } from '../../../../../test/statement-files.ts'
import { StatementFormat } from '../../contract/format.ts'
import { fileErrors, rowErrors } from '../../contract/reading-errors.ts'
import { detectFile, previewFile, type RunOptions, runReader } from './runner.ts'
import type { FileVerdict } from './verdict.ts'

const write = fileWriter()
const FORMAT = StatementFormat.parse({
  kind: 'CSV',
  delimiter: ';',
  header: { row: 1 },
  columns: (['day', 'amount', 'text', 'balance'] as const).map((field) => ({ field, by: { name: field } })),
})
const HEAD = 'day;amount;text;balance\n'

async function run(content: string, options: Partial<RunOptions> = {}): Promise<{ copied: string; verdict: FileVerdict | undefined }> {
  let verdict: FileVerdict | undefined
  const onVerdict = (told: FileVerdict) => {
    verdict = told
  }
  const copied = await text(runReader(write(content), FORMAT, { onVerdict, ...options }))
  return { copied, verdict }
}

describe('the reading process', () => {
  it('gives its rows as COPY takes them, then the verdict', async () => {
    const { copied, verdict } = await run(`${HEAD}21/11/2026 08:00;-1.5;"a\\b";10\nx;1;;11\n`)
    expect(copied.split('\n').map((line) => line.split('\t'))).toEqual([
      ['1', 'I', ...Array.from({ length: 12 }, () => '\\N'), 'HEADER', '\\N', '\\N', '\\N'],
      ['2', 'A', '2026-11-21', '2026-11-21T08:00:00+07:00', '-150', '0', '0', '1000', '', '', '', '', 'a\\\\b', '', '\\N', '\\N', '\\N', '\\N'],
      ['3', 'R', ...Array.from({ length: 12 }, () => '\\N'), 'day', 'x', rowErrors.day.code, '{"row":3,"column":"day","pattern":"DD/MM/YYYY"}'],
      [''],
    ])
    expect(verdict).toMatchObject({ rows: 3, accepted: 1, ignored: 1, rejected: 1, moneyOut: 150n, opening: 1_150n, closing: 1_000n })
  })

  it('gives the columns that are asked for', async () => {
    const { copied } = await run(`${HEAD}21/11/2026;1;x;1\n`, { columns: ['row', 'amount_hundredths'] })
    expect(copied).toBe('1\t\\N\n2\t100\n')
  })

  it('tells of a refused file in its verdict', async () => {
    const { copied, verdict } = await run(`${HEAD}21/11/2026;1;x;1\n21/11/2026;2;\u0000;3\n`)
    expect(copied).toBe('')
    expect(verdict?.fault).toMatchObject({ code: fileErrors.notText.code, params: { row: 3, column: 14 } })
  })

  it('ends when nobody wants it any more, and says so', async () => {
    const rows = Array.from({ length: 50_000 }, (_none, at) => `21/11/2026;1;x;${at + 1}\n`).join('')
    const abort = new AbortController()
    const stream = runReader(write(HEAD + rows), FORMAT, { signal: abort.signal, onVerdict: () => expect.unreachable() })
    await expect(
      (async () => {
        for await (const _piece of stream) abort.abort(new Error('enough'))
      })(),
    ).rejects.toThrow('enough')
    await expect(text(runReader(write(HEAD), FORMAT, { signal: AbortSignal.abort(new Error('too late')), onVerdict: () => undefined }))).rejects.toThrow(
      'too late',
    )
  })

  it('fails with a file that is not there, and tells of nothing', async () => {
    await expect(text(runReader('/nowhere/at/all', FORMAT, { onVerdict: () => expect.unreachable() }))).rejects.toThrow(fileErrors.damaged.code)
  })

  it('looks at a file for the editor of a mapping', async () => {
    const path = write('Ngày;Số tiền;Nội dung\n21/11/2026;1;x\n')
    const { format } = await detectFile(path, 'a.csv')
    const shown = await previewFile(path, StatementFormat.parse(format))
    expect(shown.rows.map(({ read }) => read.verdict)).toEqual(['IGNORED', 'ACCEPTED'])
    await expect(previewFile('/nowhere/at/all', FORMAT)).rejects.toThrow(fileErrors.damaged.code)
  })
})
