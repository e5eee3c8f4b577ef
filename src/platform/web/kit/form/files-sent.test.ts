import { expect, test } from 'vitest'
import { z } from 'zod'
import { Attachments, FileId } from '#kernel/files.ts'
import { filesById } from './files-sent.ts'

const uuid = '3f2c1d7e-5a8b-4c6d-9e0f-1a2b3c4d5e6f'
const file = { uuid, name: 'biên bản.pdf', contentType: 'application/pdf', size: 10, createdAt: '2026-01-05T09:00:00+07:00' }

test('files are sent by their ids from whichever field takes files, the rest as it stands', () => {
  const shape = { attachments: Attachments.optional(), papers: z.array(FileId), rows: z.array(z.object({ uuid: z.string() })), note: z.string() }
  const input = filesById(shape, { attachments: [file], papers: [uuid], rows: [{ uuid }], note: 'x', id: '1' })
  expect(input).toEqual({ attachments: [uuid], papers: [uuid], rows: [{ uuid }], note: 'x', id: '1' })
  expect(Attachments.safeParse(input.attachments).success).toBe(true)
})
