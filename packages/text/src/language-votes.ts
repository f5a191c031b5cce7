import { STOP_WORDS } from "./stop-words.ts";

/**
 * Frequent function and question words of European languages in Latin script other than English. Words that are also
 * English (`die`, `was`, `in`, `no`, `con`) are excluded: they are no evidence.
 */
const OTHER_LANGUAGES = `und ist dem ein eine einer eines einem einen nicht zu auf für auch wird wurde wurden wozu weshalb wogegen woran worin einige ihm manche
werden welche welcher welches welchem welchen wie wer wen wem wessen wo wann warum viele wieviel haben hatte bei beim nach aus durch
sich sind oder über zum zur vom sie waren worauf worüber wovon womit wodurch wofür welch heißt hieß gibt diese
dieser dieses kann können muss müssen seine ihre
une dans qui que quoi quel quelle quels quelles avec cette ses
été sont où quand pourquoi combien
una por para qué cuál cuáles cuándo dónde cómo quién cuántos cuántas cuánto sus como fue
uma dos não são foi qual quando onde quem
gli uno che è della dei delle nel nella sono quale dove
het een dat zijn niet voor wat welke waar werd hoe wie
och att det som är på inte hur vad vilken og hvad hvor
și este din unde când cine cum câte câți fost sunt pentru lui
ve bir ile için olarak hangi kaç kim nasıl nerede olan daha çok gibi kadar sonra tarafından
nie się jest jak kto gdzie kiedy ile który która które`;

/**
 * Words of the same languages that also occur in English texts, in names (`Los Angeles`, `van der Waals`) or otherwise.
 */
const WEAK =
  "de la le los las el van von der di den des du con da do um il war hat plus son sur pas lo al del les est si en das au aux ce com cu em er es et im mit na par per pour sa se su un was y";

/** Frequent words of Vietnamese, which is indexed by words alone. They outvote look-alikes of other languages. */
const VIETNAMESE = "là và của có không được các những trong cho người một này với đã để từ khi bao nhiêu gì ở vào năm";

/** Words shared by several languages: no vote, though they are stop words in English. */
const SHARED = new Set(
  "a am an as at do i in is it me my no not of on so to was he her him over has did was".split(" "),
);

const STRONG_VOTE = 3;
const WEAK_VOTE = 1;
const AGAINST = -2;
/** Sum of votes from which a text is considered to be in another Latin-script language. */
export const VOTES_NEEDED = 3;

/** Returns the votes for a Latin-script language other than English and Vietnamese, by term; absent terms have none. */
export function languageVotes(termOf: (word: string) => string): ReadonlyMap<string, number> {
  const votes = new Map<string, number>();
  for (const word of OTHER_LANGUAGES.split(/\s+/)) votes.set(termOf(word), STRONG_VOTE);
  for (const word of WEAK.split(" ")) votes.set(termOf(word), WEAK_VOTE);
  for (const word of VIETNAMESE.split(" ")) votes.set(termOf(word), AGAINST);
  for (const word of STOP_WORDS) {
    if (!SHARED.has(word)) votes.set(termOf(word), AGAINST);
  }
  return votes;
}
