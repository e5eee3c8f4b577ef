import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UploadContract } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { fileErrors, showSize } from '#kernel/files.ts'
import type { Language } from '#kernel/language.ts'
import { cleanFileName, type UploadedFile } from '../files/file.ts'
import { departureOf } from './departure.ts'
import { parseInput } from './input.ts'
import { createSlots } from './slots.ts'

/** Fields and headers of the parts, beside the file itself. */
const AROUND = 65_536
/** Files that one process holds at the same time, and those of one person. */
const slots = createSlots(8, 3)

/**
 * Reads a multipart call and hands the fields, validated, and the file to `work`.
 * Throws FIL-001 above the contract's limit (before reading when the caller says how much is coming), FIL-003 and FIL-004 for nothing, VAL-002 for what is no multipart.
 */
export async function withUpload<T>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  contract: UploadContract,
  { language, userId }: { language: Language; userId: string },
  work: (input: unknown, file: UploadedFile) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError(errors.unsupportedMedia)
  const tooLarge = () => new AppError(fileErrors.tooLarge, { max: showSize(contract.maxBytes) })
  if (Number(request.headers['content-length'] ?? 0) > contract.maxBytes + AROUND) throw tooLarge()
  const release = await slots.take(userId, departureOf(reply))
  try {
    const part = await firstFile(request, contract.maxBytes)
    if (part?.fieldname !== 'file') throw new AppError(fileErrors.missing)
    const content = await contentOf(part, tooLarge)
    if (content.length === 0) throw new AppError(fileErrors.empty)
    const input = parseInput(contract.input, textsOf(part.fields), language)
    return await work(input, { name: cleanFileName(unescaped(part.filename)), content })
  } finally {
    release()
  }
}

async function firstFile(request: FastifyRequest, fileSize: number): Promise<MultipartFile | undefined> {
  try {
    return await request.file({ limits: { fileSize, files: 1, fields: 20, fieldSize: 10_000, parts: 21, headerPairs: 50 } })
  } catch {
    throw new AppError(errors.malformed)
  }
}

async function contentOf(part: MultipartFile, tooLarge: () => AppError): Promise<Buffer> {
  const content = await part.toBuffer().catch(() => undefined)
  if (part.file.truncated) throw tooLarge()
  if (!content) throw new AppError(errors.malformed)
  return content
}

/** Browsers write quotes and line ends of a name so. */
function unescaped(name: string | undefined): string {
  return (name ?? '').replace(/%(22|0A|0D)/gi, '_')
}

/** The text fields that came before the file. One sent twice is a list, which no contract takes. */
function textsOf(fields: MultipartFile['fields']): Record<string, unknown> {
  const text = (field: Multipart | undefined) => (field?.type === 'field' ? field.value : undefined)
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name !== 'file')
      .map(([name, field]) => [name, Array.isArray(field) ? field.map(text) : text(field)]),
  )
}
