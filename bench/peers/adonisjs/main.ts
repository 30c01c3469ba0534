import { defineConfig as authentication } from '@adonisjs/auth'
import { tokensGuard, tokensUserProvider } from '@adonisjs/auth/access_tokens'
import { Ignitor } from '@adonisjs/core'
import { defineConfig as bodyParser } from '@adonisjs/core/bodyparser'
import { defineConfig as encryption, drivers as encryptions } from '@adonisjs/core/encryption'
import { drivers as hashes, defineConfig as hashing } from '@adonisjs/core/hash'
import { defineConfig as http } from '@adonisjs/core/http'
import { defineConfig as logging } from '@adonisjs/core/logger'
import { defineConfig as database } from '@adonisjs/lucid'

process.env.HOST = '127.0.0.1'

const config = {
  app: { http: http({}) },
  encryption: encryption({
    default: 'gcm',
    list: {
      gcm: encryptions.aes256gcm({ id: 'gcm', keys: ['a secret of the benchmark that nobody else may use'] }),
    },
  }),
  hash: hashing({ default: 'scrypt', list: { scrypt: hashes.scrypt({}) } }),
  bodyparser: bodyParser({}),
  logger: logging({ default: 'app', loggers: { app: { enabled: true, level: 'error' } } }),
  auth: authentication({
    default: 'api',
    guards: {
      api: tokensGuard({
        provider: tokensUserProvider({ tokens: 'accessTokens', model: () => import('./user.ts') }),
      }),
    },
  }),
  database: database({
    connection: 'postgres',
    connections: {
      postgres: {
        client: 'pg',
        connection: { connectionString: process.env.DATABASE_URL },
        pool: { min: 2, max: 10 },
        migrations: { paths: ['migrations'] },
      },
    },
  }),
}

await new Ignitor(new URL('./', import.meta.url), { importer: (path) => import(path) })
  .tap((app) => {
    app.rcContents({
      typescript: true,
      providers: [
        () => import('@adonisjs/core/providers/app_provider'),
        () => import('@adonisjs/core/providers/hash_provider'),
        () => import('@adonisjs/core/providers/vinejs_provider'),
        () => import('@adonisjs/lucid/database_provider'),
        () => import('@adonisjs/auth/auth_provider'),
      ],
      preloads: [() => import('./migrate.ts'), () => import('./routes.ts')],
    })
    app.useConfig(config)
  })
  .httpServer()
  .start()
