/**
 * Characters that turn the direction of what follows, so that a text reads as another one than is
 * stored, and invisible ones of the same kind. The marks U+200E, U+200F and U+061C, which words in
 * Arabic and Hebrew need beside digits and brackets, turn nothing and are allowed.
 */
export const DIRECTION = /[\u202a-\u202e\u2066-\u206f\ufff9-\ufffb]/u
