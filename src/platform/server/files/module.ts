import { AppError, errors } from '#kernel/errors.ts'
import { downloadFile, FILE_MAX_BYTES, fileErrors, removeFile, showSize, streamFile, uploadFile } from '#kernel/files.ts'
import { handleJob } from '../jobs/job.ts'
import { defineModule, type RequestContext, type ServerModule } from '../module.ts'
import { CLEAN_FILES_CRON, cleanFiles, removeExpiredFiles } from './cleaning.ts'
import type { StoredFile } from './file.ts'
import type { FileKind } from './kind.ts'
import { deleteFile, findFile, infoOf, openFile, readFile, storeFile } from './store.ts'
import { checkedType } from './type.ts'

const DAY_MS = 86_400_000

/** Upload and download by uuid, over all kinds of files; the composition root collects the kinds from the modules that use them. */
export function filesModule(kinds: readonly FileKind[]): ServerModule {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]))
  if (byName.size < kinds.length) throw new Error('two kinds of files have one name')

  /** A file that the caller may read. 404 for any other, so that a uuid reveals nothing. */
  async function readable(ctx: RequestContext, id: string): Promise<StoredFile> {
    const file = await findFile(ctx.db, id)
    const kind = file && byName.get(file.kind)
    if (!file || !kind) throw new AppError(errors.notFound)
    const own = file.ownerUserId === ctx.session.userId && (file.subject === null || !kind.mayRead)
    if (!own && !(await kind.mayRead?.(ctx, file))) throw new AppError(errors.notFound)
    return file
  }

  return defineModule({
    name: 'files',
    audit: {
      subjects: {
        'platform.file': { vi: 'File', en: 'File', fields: { kind: { vi: 'Loại file', en: 'File type' }, name: { vi: 'Tên file', en: 'File name' } } },
      },
    },
    errors: fileErrors,
    register(on) {
      on.upload(uploadFile, async (input, ctx, file) => {
        const kind = byName.get(input.kind)
        if (!kind?.upload) throw new AppError(errors.notFound)
        const { types, maxBytes, permissions } = kind.upload
        if (!permissions.some((permission) => ctx.session.permissions.has(permission))) throw new AppError(errors.forbidden)
        if (file.content.length > maxBytes) throw new AppError(fileErrors.tooLarge, { max: showSize(maxBytes) })
        const contentType = await checkedType(file.content, file.name, types)
        const expiresAt = new Date(ctx.now.getTime() + DAY_MS)
        const { id, createdAt } = await storeFile(ctx.tx, { ...file, contentType, kind, ownerUserId: ctx.session.userId, expiresAt })
        ctx.subject('platform.file', id, { after: { kind: kind.name, name: file.name, size: file.content.length } })
        return infoOf({ id, name: file.name, contentType, size: file.content.length, createdAt })
      })
      on.query(downloadFile, async ({ uuid }, ctx) => {
        const file = await readable(ctx, uuid)
        if (file.size > FILE_MAX_BYTES) throw new AppError(fileErrors.large)
        const { content } = await readFile(ctx.db, uuid)
        return { ...infoOf(file), base64: content.toString('base64') }
      })
      on.download(streamFile, async ({ uuid }, ctx) => {
        await readable(ctx, uuid)
        return await openFile(ctx.db, uuid)
      })
      on.command(removeFile, async ({ uuid }, ctx) => {
        const file = await findFile(ctx.tx, uuid)
        if (!file || file.ownerUserId !== ctx.session.userId || !byName.get(file.kind)?.upload) throw new AppError(errors.notFound)
        if (file.subject !== null) throw new AppError(errors.state)
        await deleteFile(ctx.tx, uuid)
        ctx.subject('platform.file', uuid, { before: { kind: file.kind, name: file.name } })
        return { uuid }
      })
    },
    jobs: ({ db }) => [
      handleJob(cleanFiles, async () => {
        await removeExpiredFiles(db)
      }),
    ],
    schedules: [{ job: cleanFiles, cron: CLEAN_FILES_CRON, input: {} }],
  })
}
