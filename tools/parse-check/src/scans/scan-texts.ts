/** Paragraphs of the drawn pages, by language. */
export const SCAN_TEXTS: Readonly<Record<string, readonly string[]>> = {
  eng: [
    "Minutes of the library committee, 14 March 2024",
    "The reading room will stay closed until the ceiling is repaired. Members agreed to move 2,450 volumes to the cellar of the town hall, where the air is dry enough, and to lend the newer ones to the school in Brook Street until the autumn.",
    "The treasurer reported an income of 18,720 pounds from fees and a gift of 600 from the late Mrs Ashworth. Heating cost 3,915, nearly a quarter more than in the year before, because the old boiler failed twice in January.",
    "Two offers for a new catalogue system were compared. The cheaper one needs a person for six weeks; the other is ready within days, but the yearly fee of 840 pounds is high for a house of our size. A decision was put off to the meeting on 9 May.",
    "Questions about the summer programme should reach Mr Penhallow by the end of the month.",
  ],
  deu: [
    "Protokoll der Büchereikommission vom 14. März 2024",
    "Der Lesesaal bleibt geschlossen, bis die Decke ausgebessert ist. Die Mitglieder beschließen, 2.450 Bände in den Keller des Rathauses zu bringen, wo die Luft trocken genug ist, und die neueren bis zum Herbst der Schule in der Bachstraße zu leihen.",
    "Die Kassenführerin nennt Einnahmen von 18.720 Euro aus Gebühren und eine Spende von 600 Euro der verstorbenen Frau Übelhör. Die Heizung kostete 3.915 Euro, fast ein Viertel mehr als im Vorjahr, da der alte Kessel im Januar zweimal ausfiel.",
    "Zwei Angebote für ein neues Verzeichnis wurden verglichen. Das günstigere braucht sechs Wochen lang eine Hilfskraft; das andere läuft nach wenigen Tagen, doch ist die jährliche Gebühr von 840 Euro für ein Haus unserer Größe hoch. Die Entscheidung wird auf den 9. Mai vertagt.",
    "Fragen zum Sommerprogramm nimmt Herr Jäger bis zum Monatsende entgegen.",
  ],
  fra: [
    "Procès-verbal du comité de la bibliothèque, 14 mars 2024",
    "La salle de lecture reste fermée jusqu'à la réparation du plafond. Les membres décident de déplacer 2450 volumes à la cave de la mairie, où l'air est assez sec, et de prêter les plus récents à l'école jusqu'à la rentrée.",
    "La trésorière annonce 18720 euros de recettes et un don de 600 euros. Le chauffage a coûté 3915 euros, presque un quart de plus que l'année précédente, car la vieille chaudière est tombée en panne deux fois en janvier.",
  ],
  pol: [
    "Protokół komisji biblioteki, 14 marca 2024",
    "Czytelnia pozostanie zamknięta, dopóki sufit nie zostanie naprawiony. Członkowie postanowili przenieść 2450 tomów do piwnicy ratusza, gdzie powietrze jest dość suche, a nowsze wypożyczyć szkole aż do jesieni.",
    "Skarbniczka zgłosiła wpływy w wysokości 18720 złotych oraz darowiznę. Ogrzewanie kosztowało 3915 złotych, prawie o ćwierć więcej niż rok wcześniej, ponieważ stary kocioł zepsuł się w styczniu dwukrotnie.",
  ],
  rus: [
    "Протокол комиссии библиотеки, 14 марта 2024 года",
    "Читальный зал останется закрытым, пока не отремонтируют потолок. Члены комиссии решили перенести 2450 томов в подвал ратуши, где воздух достаточно сухой, а более новые книги одолжить школе до осени.",
    "Казначей сообщила о доходах в 18720 рублей и о пожертвовании. Отопление обошлось в 3915 рублей, почти на четверть больше прошлогоднего, так как старый котёл дважды выходил из строя в январе.",
  ],
  ell: [
    "Πρακτικά της επιτροπής της βιβλιοθήκης, 14 Μαρτίου 2024",
    "Η αίθουσα ανάγνωσης θα μείνει κλειστή μέχρι να επισκευαστεί η οροφή. Τα μέλη αποφάσισαν να μεταφέρουν 2450 τόμους στο υπόγειο του δημαρχείου, όπου ο αέρας είναι αρκετά ξηρός, και να δανείσουν τους νεότερους στο σχολείο.",
    "Η ταμίας ανέφερε έσοδα 18720 ευρώ και μια δωρεά. Η θέρμανση κόστισε 3915 ευρώ, σχεδόν ένα τέταρτο περισσότερο από το προηγούμενο έτος, επειδή ο παλιός λέβητας χάλασε δύο φορές τον Ιανουάριο.",
  ],
};
