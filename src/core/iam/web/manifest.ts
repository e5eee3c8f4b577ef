import { PUBLIC } from '#kernel/contract.ts'
import { defineManifest } from '#kernel/screens.ts'
import { paths } from './paths.ts'

export const manifest = defineManifest({
  module: 'iam.sign-in',
  subsystem: 'AUTH',
  screens: [
    { path: paths.signIn, permission: PUBLIC, title: 'signIn' },
    { path: paths.register, permission: PUBLIC, title: 'register' },
    { path: paths.forgotPassword, permission: PUBLIC, title: 'forgotPassword' },
    { path: paths.confirmPassword, permission: PUBLIC, title: 'confirmPassword' },
    { path: paths.notFound, permission: PUBLIC, title: 'notFound' },
  ],
  menu: [],
})
