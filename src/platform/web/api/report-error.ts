import { shellText } from '../i18n.ts'
import { notify, sayNetworkGone } from '../shell/notices/notify.ts'
import { ApiError, isForbidden, NetworkError } from './api-error.ts'

/** Code of the specification that the generic handler leaves to the screen. */
const IGNORED = 'API004'
const SECONDS = 5

/**
 * What happens with an error nobody else shows: a notification for 5 s with the server's words.
 * Silent on purpose: API004, an ended session (the shell's dialog), an aborted call, and for reads a
 * network that is gone (the banner says so; a command says it too, since the person waits for its result).
 */
export function reportError(error: unknown, options: { command?: boolean } = {}): void {
  if (error instanceof NetworkError) {
    if (options.command) sayNetworkGone()
    return
  }
  if (!(error instanceof ApiError) || error.code === IGNORED) return
  notify({ kind: 'error', title: shellText(isForbidden(error) ? 'common.forbidden' : 'common.error'), text: error.message, seconds: SECONDS })
}
