import { DbAccessTokensProvider } from '@adonisjs/auth/access_tokens'
import { withAuthFinder } from '@adonisjs/auth/mixins/lucid'
import { compose } from '@adonisjs/core/helpers'
import hash from '@adonisjs/core/services/hash'
import { BaseModel, column } from '@adonisjs/lucid/orm'

export default class User extends compose(BaseModel, withAuthFinder(hash)) {
  static accessTokens = DbAccessTokensProvider.forModel(User, { expiresIn: '30 days' })

  declare id: number
  declare email: string
  declare password: string
}

// Node strips types but runs no decorators; they are functions, and so are called as such
column({ isPrimary: true })(User.prototype, 'id')
column()(User.prototype, 'email')
column({ serializeAs: null })(User.prototype, 'password')
