"""The pipeline stage: what the crash statement, the statement in a called function, and the crash cell do.

A rule looks for names in code or in the frames of libraries. The statement counts more than the cell around it.
The rules were set on crashes that are not in the data set. Values are those of the data set's label sheet.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .calls import code_of, quoted
from .evidence import CrashEvidence
from .models import Estimate
from .votes import Vote, decided

PREPARATION, VISUALIZATION, CONSTRUCTION = "data preparation", "data visualization", "model construction"
TRAINING, EVALUATION = "training", "evaluation/prediction"


@dataclass(frozen=True)
class CodeRule:
    """Code in which the pattern is found belongs to the stage."""

    stage: str
    pattern: re.Pattern[str]
    weight: float
    what: str


def _rule(stage: str, weight: float, what: str, *patterns: str) -> CodeRule:
    return CodeRule(stage, re.compile("|".join(patterns), re.MULTILINE), weight, what)


CODE_RULES: tuple[CodeRule, ...] = (
    _rule(
        EVALUATION,
        2.5,
        "predicts or measures",
        r"\.[pP]redict\w*\(|\.evaluate\w*\(|\.score\(|\w+_score\(|\w+_error\(|\bmetrics?\b|\bconfusion_matrix|\bcm\b",
        r"classification_report|roc_curve|\bauc\b|\baccuracy|\brmse\b|\bmape\b|forecast|evaluat|\binference|generate\(",
        r"ConfusionMatrixDisplay|\bpredict|\bprecision|\brecall\b|\bf1\w*|submission",
    ),
    _rule(
        EVALUATION, 3.0, "looks at the course of a training", r"history\b|\bhist\.|loss_hist\w*|losses\b|val_(acc|loss)"
    ),
    _rule(
        EVALUATION,
        1.3,
        "works on predictions or test data",
        r"\by_?pred\w*|\bpred(s|ictions?|icted)?\b|\b\w+_preds?\b|_hat\b|\b[Xx]_?test\w*|\btest_\w+|\bvali?d_\w+",
        r"feature_importances_|coef_\b",
    ),
    _rule(
        TRAINING,
        3.0,
        "trains",
        r"\.fit\(|\.fit_generator\(|\.train\w*\(|\btrain(?!_test_split)\w*\(|\.backward\(|GridSearchCV\("
        r"|RandomizedSearchCV\(",
        r"cross_val\w*\(|optimizer\.step|\.train_on_batch|\.learn\(|fit_one_cycle|lgb\.train|xgb\.train"
        r"|\.minimize\(|fine_tune",
        r"\bfit_\w*(model|and)\w*\(|\.optimize\(|\.tell\(|sess\.run|cross_validate|fit_resample",
    ),
    _rule(
        EVALUATION,
        3.5,
        "draws how good a model is",
        r"(plot|show|draw|plt|sns|ax|display)\w*[._(].*(confusion|roc_|loss|acc(uracy)?\b|[Pp]red(s|ict"
        r"|ictions?)?\b|_curve|residual)",
    ),
    _rule(
        TRAINING,
        1.5,
        "has to do with training",
        r"\bepochs?\b|\bloss\w*\s*=|criterion|optimi[sz]er|\bloss_\w+\(|n_iter",
    ),
    _rule(
        CONSTRUCTION,
        3.0,
        "builds a model",
        r"Sequential\(|\bModel\(|\.compile\(|\bmodel\w*\.add\(|\bDense\(|\bConv\d?D?\w*\(|\bLSTM\(|\bGRU\("
        r"|\bFlatten\(|\bEmbedding\(",
        r"super\(|\bnn\.\w+\(|\.summary\(|plot_model\(|load_model\(|load_state_dict|load_weights|from_pretrained"
        r"|\blayers?\.\w+\(",
        r"^model\w*\s*=\s*[A-Z]\w*\(|^net\w*\s*=\s*[A-Z]\w*\(|KerasLayer|build_\w*model|create_\w*model|\bVGG\d+"
        r"|\bResNet\w*\(|applications\.",
        r"\.add\((LSTM|Dense|Conv|Dropout|Flatten)|def forward|def call\(|\.to\(device",
    ),
    _rule(
        VISUALIZATION,
        3.0,
        "draws",
        r"\bplt\.|\bsns\.|\bsb\.|\bax\w*\.\w+\(|\baxe?s\w*\[|\.plot\b|\.hist\(|imshow|plotly|\bpx\.|\bgo\."
        r"|\bfig\w*\.|iplot",
        r"savefig|WordCloud|plot_\w+\(|\w+_?plot\w*\(|draw\w*\(|visuali[sz]\w*\(|show_\w+\(|\w*display\w*\("
        r"|FacetGrid|folium",
        r"scatter\w*\(|heatmap",
    ),
    _rule(
        PREPARATION,
        2.2,
        "reads, joins or changes data",
        r"read_\w+\(|\.merge\(|\.join\(|\.fillna|\.dropna|\.drop\(|\.groupby|\.apply\(|\.map\(|\.replace\("
        r"|\.astype|\.concat\(",
        r"train_test_split|fit_transform|\.transform\(|Scaler|Encoder|Imputer|get_dummies|to_datetime|\.loc\["
        r"|\.iloc\[|\.reshape\(",
        r"to_categorical|ImageDataGenerator|flow_from|Dataset\w*\(|DataLoader\(|image_dataset|tokeniz|open\("
        r"|listdir|imread",
        r"\.columns|set_index|reset_index|\.append\(|value_counts|\.str\.|\.rename|sort_values|pad_sequences"
        r"|np\.array\(|resample",
        r"resize\(|split\(|\bnp\.load\w*\(|DataFrame\(|\.values\b|isnull|\.corr\(|\.describe\(|pivot|preprocess"
        r"|cvtColor|normali[sz]e",
    ),
)

FRAME_RULES: tuple[CodeRule, ...] = (
    _rule(EVALUATION, 2.0, "measures or predicts", r"sklearn/metrics|/metrics/|\bpredict\w*$|\bevaluate$|\bscore$"),
    _rule(
        TRAINING,
        2.0,
        "trains",
        r"\bfit$|\bfit_generator$|model_selection/_search\.py|\bbackward$|torch/optim|\btrain$|\bcross_val\w*$",
    ),
    _rule(TRAINING, 0.8, "runs a network, which most often is a training", r"/torch/nn/|keras/.*engine/|/torch/_"),
    _rule(
        PREPARATION, 2.5, "prepares data", r"sklearn/(preprocessing|impute|compose|feature_extraction)", r"_split\.py"
    ),
    _rule(PREPARATION, 1.2, "works on tables or arrays", r"/pandas/(core|io|_libs)|pandas/_libs"),
    _rule(PREPARATION, 1.5, "feeds images or data sets", r"preprocessing/image|/data/dataset|image_dataset"),
    _rule(VISUALIZATION, 2.5, "draws", r"/matplotlib/|/seaborn/|/plotly/|/pandas/plotting|/wordcloud/|mpl_toolkits"),
    _rule(
        CONSTRUCTION,
        2.5,
        "builds a layer or model",
        r"sequential\.py \w*add$|/layers/.* \w*__init__$|base_layer\w*\.py __call__$|modules/\w+\.py __init__$"
        r"|load_state_dict",
        r"keras/src/layers/layer\.py|functional\.py __init__$|training\.py compile$",
    ),
)

STATEMENT, CALLED_STATEMENT, CELL = 1.0, 0.6, 0.25
"""How much a place in the code counts."""


def estimate_stage(evidence: CrashEvidence) -> Estimate:
    """The stage; data preparation, the most frequent one, where nothing speaks for any."""
    votes = [*_by_code(evidence), *_by_frames(evidence)]
    reason = "Nothing about the crash speaks for another stage, and most crashes come up here."
    votes.append(Vote(PREPARATION, 0.4, reason))
    estimate = decided(votes)
    others = [text for text in estimate.reasons if text != reason]
    return estimate.model_copy(update={"reasons": others or [reason]})


def _by_code(evidence: CrashEvidence) -> Iterator[Vote]:
    places = [("The crash statement", evidence.statement, STATEMENT)]
    if evidence.inner_statement != evidence.statement:
        places.append(("The statement in the called function", evidence.inner_statement, CALLED_STATEMENT))
    places.append(("The crash cell", evidence.shown_code, CELL))
    for place, code, share in places:
        text = code_of(code)
        for rule in CODE_RULES:
            if match := rule.pattern.search(text):
                yield Vote(rule.stage, rule.weight * share, f"{place} {rule.what} ({quoted(match[0])}).")


def _by_frames(evidence: CrashEvidence) -> Iterator[Vote]:
    if not evidence.library_frames:
        return
    frames = evidence.library_frames[:3] if evidence.own_frames else evidence.library_frames
    places = [f"{frame.file} {frame.function.partition('(')[0]}".replace("\\", "/") for frame in frames]
    for rule in FRAME_RULES:
        match = next((found for place in places if (found := rule.pattern.search(place))), None)
        if match is not None:
            yield Vote(
                rule.stage,
                rule.weight,
                f"The library code that was called {rule.what} ({quoted(match[0])}).",
            )
