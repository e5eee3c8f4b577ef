import { fileTypeFromBuffer } from 'file-type'
import { AppError } from '#kernel/errors.ts'
import { fileErrors } from '#kernel/files.ts'
import { FILE_TYPES, type FileType } from './kind.ts'

/**
 * The media type that the bytes themselves show, which must be one of `types` and the one that the name's ending says.
 * Throws FIL-002 otherwise: a program renamed .pdf is refused, and so is a .png called .jpg.
 */
export async function checkedType(content: Buffer, name: string, types: readonly FileType[]): Promise<string> {
  const found = await fileTypeFromBuffer(content).catch(() => undefined)
  const ending = endingOf(name)
  const type = types.find((one) => one === ending && FILE_TYPES[one] === found?.mime)
  if (!type) throw new AppError(fileErrors.type, { types: types.map((one) => `.${one}`).join(', ') })
  return type === 'xls' ? 'application/vnd.ms-excel' : FILE_TYPES[type]
}

function endingOf(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return ending === 'jpeg' ? 'jpg' : ending
}
