import { manifest as iam } from '#core/iam/web/manifest.ts'
import type { WebManifest } from '#kernel/screens.ts'
import { manifest as cfm } from '#subsystems/cfm/web/manifest.ts'
import { manifest as cfmV2 } from '#subsystems/cfm-v2/web/manifest.ts'
import { manifest as cob } from '#subsystems/cob/web/manifest.ts'
import { manifest as crm } from '#subsystems/crm/web/manifest.ts'
import { manifest as gl } from '#subsystems/gl/web/manifest.ts'
import { manifest as par } from '#subsystems/par/web/manifest.ts'
import { manifest as qr } from '#subsystems/qr/web/manifest.ts'
import { manifest as report } from '#subsystems/report/web/manifest.ts'
import { manifest as sdk } from '#subsystems/sdk/web/manifest.ts'
import { manifest as sys } from '#subsystems/sys/web/manifest.ts'

/** Every web manifest, as far as Node needs it: routes, permissions, titles. */
export const webManifests: readonly WebManifest[] = [iam, cfm, cfmV2, cob, crm, gl, par, qr, report, sdk, sys]
